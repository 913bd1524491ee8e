import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import type { OpenDatabase } from './open-database.ts'
import { PostgresNotifications } from './postgres-notifications.ts'
import type { Tables } from './tables.ts'

const CONNECTIONS_MAX = 20
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 15_000
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000

/** A pool of connections to Postgres 15 or later. It connects with the first query. */
export function openPostgres(options: { databaseUrl: string; log: Logger }): OpenDatabase {
  const pool = new Pool({
    connectionString: options.databaseUrl,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    application_name: 'latchkey',
  })
  // An idle connection that the server ends is not an error of any request; the pool opens another.
  pool.on('error', (error) => options.log.warn({ reason: error.message }, 'a database connection ended'))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const notifications = new PostgresNotifications(options)
  const close = async () => {
    await notifications.close()
    await db.destroy()
  }
  return { db, notifications, engine: 'postgres', close }
}
