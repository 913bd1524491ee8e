import { PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { readCertificateFault, type CertificateFault } from '#server-kit/certificate-fault.ts'
import { readDatabaseHost } from './database-host.ts'
import { dropReadOnly } from './drop-read-only.ts'
import { observedDialect, type DatabaseObserver } from './observed-dialect.ts'
import { PostgresNotifications } from './postgres-notifications.ts'
import { openRetryingDatabase } from './retrying-database.ts'
import { IDLE_TRANSACTION_TIMEOUT_MS, STATEMENT_TIMEOUT_MS, withSessionSettings } from './session-settings.ts'
import type { Tables } from './database.ts'

/** Maximum connections of the pool; with the one that listens, a process has twelve. */
const CONNECTIONS_MAX = 11
const CONNECT_TIMEOUT_MS = 5_000

type PostgresOptions = {
  databaseUrl: string
  listenUrl?: string | undefined
  log: Logger
  observe?: DatabaseObserver | undefined
}

/**
 * A pool of connections to Postgres 15 or later. It connects with the first query. `listenUrl`: the same database for
 * notifications and migrations, where `databaseUrl` is of a pooler that gives a session away after each transaction.
 */
export function openPostgres(options: PostgresOptions) {
  const { databaseUrl, listenUrl, log, observe } = options
  const pool = openPool(databaseUrl, CONNECTIONS_MAX, log)
  const db = openRetryingDatabase<Tables>(observedDialect(new PostgresDialect({ pool }), observe))
  const direct =
    listenUrl === undefined
      ? undefined
      : openRetryingDatabase<Tables>(new PostgresDialect({ pool: openPool(listenUrl, 1, log) }))
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
  return { db, direct, notifications, engine: 'postgres' as const, connections, close }
}

function openPool(connectionString: string, max: number, log: Logger): Pool {
  const pool = new Pool({
    connectionString: withSessionSettings(connectionString),
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    application_name: 'latchkey',
  })
  // An idle connection that the server ends is not an error of any request; the pool opens another.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a database connection ended'))
  // One that is in use when the server ends it fails the query that uses it; without a listener it would
  // end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined))
  dropReadOnly(pool)
  return pool
}

/** `syscall`: the call of the system that failed, such as `connect`. */
const codeSchema = z.object({ code: z.string(), syscall: z.optional(z.string()) })

/** SQLSTATEs of a server that refuses the connection; each ends the sentence. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'refuses the user or its password',
  '28000': 'refuses the user or its password',
  '3D000': 'has no database of that name',
  '42501': 'does not let this user make tables: make it the owner of the database',
  '53300': 'has no connection left: raise max_connections',
  '08P01':
    'does not take the settings of a session. For PgBouncer, set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options (docs/self-hosting.md, “Behind a pooler”)',
}
const WRONG_CERTIFICATE: Record<CertificateFault, string> = {
  untrusted:
    'has a certificate that is not trusted: add sslrootcert=/path/of/its/ca.pem to the address, or sslmode=no-verify to encrypt without knowing the server',
  expired: 'has a certificate that has expired',
  'other-host':
    'has a certificate of another host: use its name in the address, or sslmode=no-verify to encrypt without knowing the server',
}
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

/** Why a start cannot use the database of DATABASE_URL, by its host and without the password; or the error as it is. */
export function explainPostgres(error: unknown, databaseUrl: string): unknown {
  const { code = '', syscall } = codeSchema.safeParse(error).data ?? {}
  // A socket that is not there or not ours has codes of files.
  const isAway = AWAY.has(code) || syscall === 'connect'
  const fault = readCertificateFault(code)
  const aboutCertificate = fault && WRONG_CERTIFICATE[fault]
  const how = REFUSALS[code] ?? aboutCertificate ?? (isAway ? 'does not answer' : undefined)
  if (how === undefined) return error
  const url = new URL(databaseUrl)
  const port = url.port === '' ? '' : `:${url.port}`
  const message = `DATABASE_URL: the Postgres at ${readDatabaseHost(url)}${port} ${how} (${code}).`
  return new Error(message, { cause: error })
}
