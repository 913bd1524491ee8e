import { sql } from 'kysely'

const MARK = '/* planned each time */'

/** Begins a statement whose best plan depends on its parameters: it is never kept prepared. */
export const PLANNED_EACH_TIME = sql.raw(MARK)

export function isPlannedEachTime(statement: string): boolean {
  return statement.startsWith(MARK)
}
