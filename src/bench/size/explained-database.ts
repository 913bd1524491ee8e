import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  CompiledQuery as Compiled,
} from 'kysely'
import { Pool } from 'pg'
import { pino } from 'pino'
import * as z from 'zod/mini'
import type { OpenDatabase } from '#service/index.ts'
import { withDriver } from '#service/db/observed-dialect.ts'
import { openPostgres } from '#service/db/open-postgres.ts'

/** A statement as it was executed, and the tables that it reads from the first row to the last. */
export type ExplainedStatement = {
  text: string
  /** Tables that the chosen plan reads from the first row to the last. */
  scanned: string[]
  /** Tables that every plan reads so: no index helps, however large they are. */
  withoutIndex: string[]
}

/**
 * A database whose statements are explained before they are executed, with the values that they are executed with: the plan
 * is the one that is made for them. `note` gets each.
 */
export function openExplained(
  databaseUrl: string,
  note: (statement: ExplainedStatement) => void,
): OpenDatabase {
  const opened = openPostgres({ databaseUrl, log: pino({ level: 'silent' }) })
  const pool = new Pool({ connectionString: databaseUrl })
  const dialect = withDriver(new PostgresDialect({ pool }), (driver) => ({
    acquireConnection: async (options) => explaining(await driver.acquireConnection(options), note),
  }))
  const db: OpenDatabase['db'] = new Kysely({ dialect })
  const close = async () => {
    await db.destroy()
    await opened.close()
  }
  return { ...opened, db, close }
}

const PLANNED = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|with|insert|update|delete)\b/i

/** All but this one method is the connection's own, which has private state. */
function explaining(connection: DatabaseConnection, note: (statement: ExplainedStatement) => void) {
  const run = (text: string, parameters: readonly unknown[] = []) =>
    connection.executeQuery(Compiled.raw(text, [...parameters]))
  const executeQuery = async <Row>(query: CompiledQuery) => {
    if (PLANNED.test(query.sql)) {
      const explain = async () =>
        scannedIn((await run(`explain (format json) ${query.sql}`, query.parameters)).rows)
      const scanned = await explain()
      // Not forbidden, but taken only where there is no other way.
      await run('set enable_seqscan = off')
      const withoutIndex = await explain()
      await run('set enable_seqscan = on')
      note({ text: query.sql, scanned, withoutIndex })
    }
    return connection.executeQuery<Row>(query)
  }
  return new Proxy(connection, {
    get: (target, name) => {
      if (name === 'executeQuery') return executeQuery
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const nodeSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  Plans: z.optional(z.array(z.unknown())),
})
const explainedSchema = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.unknown() })) }))

function scannedIn(rows: unknown): string[] {
  const plans = z.parse(explainedSchema, rows).flatMap((row) => row['QUERY PLAN'])
  return [...new Set(plans.flatMap(({ Plan }) => scannedBelow(Plan)))]
}

function scannedBelow(plan: unknown): string[] {
  const node = z.parse(nodeSchema, plan)
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap(scannedBelow)]
}
