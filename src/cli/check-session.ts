import type { Logger } from 'pino'
import {
  findEncodingFault,
  findLostSettings,
  findReadOnlyCause,
  hearNotification,
  READ_ONLY,
  type EncodingFault,
  type LostSetting,
  type OpenDatabase,
  type ReadOnlyCause,
} from '#service/index.ts'
import { fail, type Finding, ok, warn } from './doctor-finding.ts'

/**
 * Session settings that set time limits. The database works without them, but a statement or transaction may
 * then never end.
 */
const TIME_LIMITS: ReadonlySet<string> = new Set(['statement_timeout', 'idle_in_transaction_session_timeout'])

/**
 * Checks that the database stores every text and accepts writes, that connections have the required session settings
 * and that notifications arrive. A pooler can break the settings and the notifications. A read-only database accepts no
 * notification, so none is sent.
 */
export async function checkSession(
  database: OpenDatabase,
  { hasListenUrl }: { hasListenUrl: boolean },
): Promise<Finding[]> {
  if (database.engine === 'pglite') return []
  const readOnlyCause = await findReadOnlyCause(database.db)
  return [
    ...checkEncoding(await findEncodingFault(database.db)),
    checkSettings(await findLostSettings(database.db)),
    checkWrites(readOnlyCause),
    ...(readOnlyCause === undefined
      ? [checkNotifications(await hearNotification(database), hasListenUrl)]
      : []),
  ]
}

function checkEncoding(fault: EncodingFault | undefined): Finding[] {
  return fault === undefined ? [] : [fail('encoding', fault.detail, fault.todo)]
}

function checkWrites(cause: ReadOnlyCause | undefined): Finding {
  if (cause === undefined) return ok('writes', 'the database accepts writes')
  return fail('writes', READ_ONLY[cause].detail, READ_ONLY[cause].todo)
}

function checkSettings(lost: readonly LostSetting[]): Finding {
  if (lost.length === 0) return ok('session', 'the connection has the settings that Latchkey requires')
  const list = lost.map(({ name, found, wanted }) => `${name} is “${found}”, not “${wanted}”`).join('; ')
  const detail = `a pooler does not forward connection settings: ${list}`
  const changes = lost.map(({ name, wanted }) => `set ${name} = '${wanted}'`).join(', ')
  const todo = `set them for the role (alter role … ${changes}), or connect directly to Postgres`
  const isWeaker = lost.every(({ name }) => TIME_LIMITS.has(name))
  return isWeaker ? warn('session', detail, todo) : fail('session', detail, todo)
}

/** Writes a warning to the log if no notification arrives. `serve` calls it, and requests do not wait for it. */
export async function warnOfLostNotifications(
  database: Pick<OpenDatabase, 'db' | 'notifications'>,
  {
    hasListenUrl,
    log,
    heardMsMax,
  }: { hasListenUrl: boolean; log: Pick<Logger, 'warn'>; heardMsMax?: number },
): Promise<void> {
  const { level, detail, todo } = checkNotifications(
    await hearNotification(database, heardMsMax),
    hasListenUrl,
  )
  if (level !== 'ok') log.warn({ todo }, detail)
}

function checkNotifications(isHeard: boolean, hasListenUrl: boolean): Finding {
  if (isHeard) return ok('notifications', 'notifications arrive')
  if (hasListenUrl) {
    const todo = 'set it to the same database as DATABASE_URL, without a pooler in transaction mode'
    return fail('notifications', 'no notification arrives over DATABASE_LISTEN_URL', todo)
  }
  return warn(
    'notifications',
    'no notification arrives: a pooler in transaction mode keeps no session for notifications or for the migration lock',
    'set DATABASE_LISTEN_URL to the direct address of Postgres',
  )
}
