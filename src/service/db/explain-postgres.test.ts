import { expect, test } from 'vitest'
import { explainPostgres, type DatabaseAddress } from './explain-postgres.ts'

function explain(code: string, address: string, setting: DatabaseAddress['setting'] = 'DATABASE_URL') {
  const error = Object.assign(new Error('the server’s own message'), { code })
  return String(explainPostgres(error, { setting, address }))
}

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /not trusted: add sslrootcert=.*sslmode=no-verify/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /not trusted: add sslrootcert=.*sslmode=no-verify/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /not trusted: add sslrootcert=/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /not trusted: add sslrootcert=/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate of another host: use its name/],
  ['CERT_HAS_EXPIRED', /has expired/],
])('error: a connection refused with %s → a message that names the setting', (code, sentence) => {
  const url = 'postgres://latchkey:secret@db.example:5432/latchkey?sslmode=require'
  const explained = explain(code, url)
  expect(explained).toMatch(sentence)
  expect(explained).toMatch(/^Error: DATABASE_URL: the Postgres at db\.example:5432 .*\.$/)
  expect(explained).not.toContain('secret')
})

/** Poolers have the same SQLSTATE for everything. */
test.each([
  // PgBouncer (brianc/node-postgres 2103).
  [
    '08P01',
    'unsupported startup parameter: options',
    /ignore_startup_parameters = statement_timeout,.*Behind/,
  ],
  ['08P01', 'no more connections allowed (max_client_conn)', /responded “no more connections allowed/],
  // Supavisor (supabase/supabase 21166).
  ['XX000', 'Max client connections reached', /responded “Max client connections reached” \(XX000\)/],
  ['XX000', 'Tenant or user not found', /responded “Tenant or user not found”/],
  // Neon, without the server name in TLS (porsager/postgres 705).
  ['XX000', `Endpoint ID is not specified. ${'See more at https://neon.tech/sni '.repeat(50)}`, /”.{0,9}$/],
])('error: SQLSTATE %s of a pooler that says %j → its words and the setting', (code, message, sentence) => {
  const address = 'postgres://latchkey:secret@db.example:6543/latchkey'
  const error = Object.assign(new Error(message), { code })
  const explained = String(explainPostgres(error, { setting: 'DATABASE_URL', address }))
  expect(explained).toMatch(/^Error: DATABASE_URL: the Postgres at db\.example:6543 /)
  expect(explained).toMatch(sentence)
  expect(explained.length).toBeLessThan(400)
  expect(explained).not.toContain('secret')
})

const NOT_ADMITTED =
  'does not admit this user from this host: its role is missing, or pg_hba.conf has no entry for it'
const ADD_TLS =
  '. If the server takes only encrypted connections, as most managed ones do, add sslmode=require to the address'

// A managed Postgres that refuses a connection without encryption (pathment/pathment 430).
test.each([
  ['28000', '', NOT_ADMITTED + ADD_TLS],
  ['28000', '?sslmode=disable', NOT_ADMITTED + ADD_TLS],
  ['28000', '?sslmode=require', NOT_ADMITTED],
  ['28P01', '', 'refuses the user or its password'],
])('error: SQLSTATE %s with the address’s “%s” → %s', (code, query, sentence) => {
  const address = `postgres://latchkey:secret@db.example/latchkey${query}`
  expect(explain(code, address)).toBe(
    `Error: DATABASE_URL: the Postgres at db.example ${sentence} (${code}).`,
  )
})

test('error: names DATABASE_LISTEN_URL and its host if that address fails', () => {
  expect(explain('ECONNREFUSED', 'postgres://direct.example/latchkey', 'DATABASE_LISTEN_URL')).toBe(
    'Error: DATABASE_LISTEN_URL: the Postgres at direct.example does not respond (ECONNREFUSED).',
  )
})
