import { runOn } from './postgres-statements.ts'

/**
 * Settings of a role and a database that would break the service's SQL if its connections did not set their
 * own.
 */
const HOSTILE_SETTINGS = [
  ['DateStyle', `'SQL, DMY'`],
  ['IntervalStyle', `'sql_standard'`],
  ['TimeZone', `'Asia/Kathmandu'`],
  ['client_encoding', `'LATIN1'`],
  ['bytea_output', `'escape'`],
  ['extra_float_digits', `-15`],
  ['array_nulls', 'off'],
  ['standard_conforming_strings', 'off'],
  ['transform_null_equals', 'on'],
  ['quote_all_identifiers', 'on'],
  ['row_security', 'off'],
  ['gin_fuzzy_search_limit', '1'],
  ['search_path', 'pg_catalog, nowhere'],
  ['default_transaction_isolation', `'serializable'`],
  ['default_transaction_deferrable', 'on'],
  ['default_transaction_read_only', 'on'],
  ['statement_timeout', `'1ms'`],
  ['lock_timeout', `'1ms'`],
  ['idle_in_transaction_session_timeout', `'1ms'`],
  ['idle_session_timeout', `'1ms'`],
] as const

/**
 * Another language for the server's messages. The embedded Postgres has only English. Debian's Postgres has German if
 * this locale is installed.
 */
const LANGUAGE = 'de_DE.UTF-8'

/** Owner of the databases of the full tier's tests. Like an operator's role, it is not a superuser. */
export const HOSTILE_ROLE = 'latchkey_hostile'

type Query = (statement: string) => Promise<unknown>

/** Creates the role unless it exists, and returns the server's URL for it. */
export async function createHostileRole(url: string): Promise<string> {
  await runOn(url, async (query) => {
    await query(`select pg_advisory_lock(hashtext('${HOSTILE_ROLE}'))`)
    const { rowCount } = await query(`select from pg_roles where rolname = '${HOSTILE_ROLE}'`)
    if (rowCount === 1) return
    await query('begin')
    await query(`create role ${HOSTILE_ROLE} login password '${HOSTILE_ROLE}'`)
    // Tests run the embedded engine's maintenance on Postgres too.
    await query(`grant pg_checkpoint to ${HOSTILE_ROLE}`)
    await setHostile(query, `role ${HOSTILE_ROLE}`)
    await query('commit')
  })
  const hostile = new URL(url)
  hostile.username = HOSTILE_ROLE
  hostile.password = HOSTILE_ROLE
  return hostile.href
}

/** Applies the settings to a role, or to a database, which does not inherit them from its template. */
export async function setHostile(
  query: Query,
  target: `role ${string}` | `database ${string}`,
): Promise<void> {
  for (const [name, value] of HOSTILE_SETTINGS) await query(`alter ${target} set ${name} = ${value}`)
  await query(`do $$ begin
    alter ${target} set lc_messages = '${LANGUAGE}';
    exception when invalid_parameter_value then null;
  end $$`)
}
