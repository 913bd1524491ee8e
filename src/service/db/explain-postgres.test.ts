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
  // PgBouncer: unsupported startup parameter (brianc/node-postgres 2103).
  ['08P01', /ignore_startup_parameters = statement_timeout,.*Behind a pooler/],
])('error: a connection refused with %s → a message that names the setting', (code, sentence) => {
  const url = 'postgres://latchkey:secret@db.example:5432/latchkey?sslmode=require'
  const explained = explain(code, url)
  expect(explained).toMatch(sentence)
  expect(explained).toMatch(/^Error: DATABASE_URL: the Postgres at db\.example:5432 .*\.$/)
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
