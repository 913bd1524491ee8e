import { expect, test } from 'vitest'
import { explainPostgres } from './explain-postgres.ts'

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
  const explained = String(explainPostgres(Object.assign(new Error('self-signed'), { code }), url))
  expect(explained).toMatch(sentence)
  expect(explained).toMatch(/^Error: DATABASE_URL: the Postgres at db\.example:5432 .*\.$/)
  expect(explained).not.toContain('secret')
})
