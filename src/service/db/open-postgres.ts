import { PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Database, Tables } from './database.ts'
import { dropReadOnly } from './drop-read-only.ts'
import { endLostSessions } from './end-lost-sessions.ts'
import { namePrepared } from './name-prepared.ts'
import { observedDialect, type DatabaseObserver } from './observed-dialect.ts'
import { PostgresNotifications } from './postgres-notifications.ts'
import { openRetryingDatabase } from './retrying-database.ts'
import { IDLE_TRANSACTION_TIMEOUT_MS, STATEMENT_TIMEOUT_MS, withSessionSettings } from './session-settings.ts'

/** Maximum connections of the pool. With the connection for notifications, a process has at most twelve. */
const CONNECTIONS_MAX = 11
const CONNECT_TIMEOUT_MS = 5_000

type PostgresOptions = {
  databaseUrl: string
  listenUrl?: string | undefined
  log: Logger
  observe?: DatabaseObserver | undefined
}

type OpenPostgres = {
  db: Database
  /** The same database without a pooler. Undefined unless `listenUrl` is set. */
  direct: Database | undefined
  notifications: PostgresNotifications
  engine: 'postgres'
  connections: () => { used: number; idle: number; waiting: number }
  close: () => Promise<void>
}

/**
 * Opens a pool of connections to Postgres 15 or later. The pool connects with the first query. `listenUrl` is the
 * same database for notifications and migrations. It is needed if `databaseUrl` belongs to a pooler that reassigns a
 * session after each transaction.
 */
export function openPostgres(options: PostgresOptions): OpenPostgres {
  const { databaseUrl, listenUrl, log, observe } = options
  const pool = openPool(databaseUrl, CONNECTIONS_MAX, log)
  if (listenUrl === undefined) namePrepared(pool, log)
  const db = openRetryingDatabase<Tables>(observedDialect(new PostgresDialect({ pool }), observe))
  const direct = listenUrl === undefined ? undefined : openSingle(listenUrl, log)
  const notifications = new PostgresNotifications({ databaseUrl: listenUrl ?? databaseUrl, log })
  const close = async () => {
    await notifications.close()
    await direct?.destroy()
    await db.destroy()
  }
  const connections = () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  })
  return { db, direct, notifications, engine: 'postgres', connections, close }
}

/** Opens a database with a single connection. */
export function openSingle(databaseUrl: string, log: Logger): Database {
  return openRetryingDatabase<Tables>(new PostgresDialect({ pool: openPool(databaseUrl, 1, log) }))
}

function openPool(connectionString: string, max: number, log: Logger): Pool {
  const withSettings = withSessionSettings(connectionString)
  const pool = new Pool({
    connectionString: withSettings,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    application_name: 'latchkey',
  })
  // If the server ends an idle connection, no request fails, because the pool opens a new one.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a database connection ended'))
  // If the server ends a connection in use, its query fails. Without a listener, the error event would also end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  dropReadOnly(pool)
  endLostSessions(pool, { connectionString: withSettings, log })
  return pool
}
