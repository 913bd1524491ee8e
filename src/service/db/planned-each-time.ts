import { sql, type CompiledQuery } from 'kysely'

const MARK = '/* planned each time */'

/** Begins a statement whose best plan depends on its parameters: it is never kept prepared. */
export const PLANNED_EACH_TIME = sql.raw(MARK)

/** The same for a statement that a builder made. */
export function plannedEachTime<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...query, sql: `${MARK} ${query.sql}` }
}

export function isPlannedEachTime(statement: string): boolean {
  return statement.startsWith(MARK)
}
