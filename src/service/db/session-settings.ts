import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Session settings that the code relies on, in the format in which Postgres reports them. A role, a database or the
 * server may set different values. Dates in another format cannot be parsed. A stricter isolation aborts transactions
 * that would otherwise wait. A fuzzy limit makes searches incomplete.
 */
const SESSION_SETTINGS = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  quote_all_identifiers: 'off',
  row_security: 'on',
  gin_fuzzy_search_limit: '0',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  default_transaction_read_only: 'off',
  lock_timeout: '0',
  idle_session_timeout: '0',
} as const

/** The default of Postgres. Only the `options` of the connection URL can override it. */
const SEARCH_PATH = '"$user", public'

/** Settings that the driver sends itself. It always sends the encoding, and has its own options for both timeouts. */
export const STATEMENT_TIMEOUT_MS = 15_000
/**
 * Shorter than the statement timeout. A statement that waits for a row lock of a paused process therefore gets the
 * lock before its own timeout.
 */
export const IDLE_TRANSACTION_TIMEOUT_MS = 10_000
const BY_THE_DRIVER = {
  client_encoding: 'UTF8',
  statement_timeout: '15s',
  idle_in_transaction_session_timeout: '10s',
} as const

/**
 * Appends our settings to the `options` of the URL, because the driver would ignore ours if the URL has its own. The
 * URL is extended as text, because the driver accepts unencoded passwords, which parsing and serializing would
 * change.
 */
export function withSessionSettings(connectionString: string): string {
  const given = new URL(connectionString).searchParams.get('options')
  const own = given?.replaceAll(/[%&#+]/g, encodeURIComponent).replaceAll(' ', '+')
  const all = [
    toOption('search_path', SEARCH_PATH),
    ...(own === undefined ? [] : [own]),
    ...Object.entries(SESSION_SETTINGS).map(([name, value]) => toOption(name, value)),
  ]
  const separator = connectionString.includes('?') ? '&' : '?'
  // If a name occurs twice, the driver takes the last one.
  return `${connectionString}${separator}options=${all.join('+')}`
}

function toOption(name: string, value: string): string {
  return `-c+${name}=${value.replaceAll(' ', '\\+')}`
}

/**
 * The settings for PGOPTIONS of a program such as `pg_dump`. Its statements may take long, and it may fail with the
 * settings of the role or the database.
 */
export const PROGRAM_OPTIONS = Object.entries({
  ...SESSION_SETTINGS,
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
})
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
  .join(' ')

/**
 * Other values with the same effect for the code. The code writes dates with the year first, and all of these time
 * zones are UTC.
 */
const EQUIVALENT: Readonly<Record<string, readonly string[]>> = {
  DateStyle: ['ISO, DMY', 'ISO, YMD'],
  TimeZone: ['Etc/UTC', 'Etc/UCT', 'UCT', 'Etc/Universal', 'Universal', 'Etc/Zulu', 'Zulu', 'GMT', 'Etc/GMT'],
}

/** A setting of a session that is not in effect. */
export type LostSetting = { name: string; wanted: string; found: string }

/** Returns the settings that are not in effect. A pooler may ignore settings that a connection requests. */
export async function findLostSettings(db: Database): Promise<LostSetting[]> {
  const wanted = Object.entries({ ...SESSION_SETTINGS, ...BY_THE_DRIVER })
  const rows = sql.join(wanted.map(([name, value]) => sql`(${name}::text, ${value}::text)`))
  const { rows: lost } = await sql<LostSetting>`
    select name, wanted, current_setting(name) as found
    from (values ${rows}) as settings (name, wanted)
    where current_setting(name) <> wanted
    order by name`.execute(db)
  return lost.filter(({ name, found }) => EQUIVALENT[name]?.includes(found) !== true)
}
