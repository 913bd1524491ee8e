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
import { withDriver } from '#service/db/observed-dialect.ts'
import { openPostgres } from '#service/db/open-postgres.ts'
import {
  IDLE_TRANSACTION_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
  withSessionSettings,
} from '#service/db/session-settings.ts'
import type { OpenDatabase } from '#service/index.ts'

/** An executed statement and the tables that it scans in full. */
export type ExplainedStatement = {
  text: string
  /** Tables that the chosen plan scans in full. */
  scanned: string[]
  /** Tables that every plan scans in full: no index helps, whatever their size. */
  withoutIndex: string[]
}

/**
 * Opens a database that explains each statement before executing it. The statement is explained with its own values,
 * so the plan is the real one. `note` receives each statement.
 */
export function openExplained(
  databaseUrl: string,
  note: (statement: ExplainedStatement) => void,
): OpenDatabase {
  const opened = openPostgres({ databaseUrl, log: pino({ level: 'silent' }) })
  const pool = new Pool({
    connectionString: withSessionSettings(databaseUrl),
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
  })
  // The server ends idle connections when it stops.
  pool.on('error', () => undefined)
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

/** Replaces `executeQuery`. The other methods run on the connection itself, which has private state. */
function explaining(connection: DatabaseConnection, note: (statement: ExplainedStatement) => void) {
  const run = (text: string, parameters: readonly unknown[] = []) =>
    connection.executeQuery(Compiled.raw(text, [...parameters]))
  const executeQuery = async <Row>(query: CompiledQuery) => {
    if (PLANNED.test(query.sql)) {
      const explain = async () =>
        scannedIn((await run(`explain (format json) ${query.sql}`, query.parameters)).rows)
      const scanned = await explain()
      // Sequential scans are still possible, but only chosen if there is no other way.
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
