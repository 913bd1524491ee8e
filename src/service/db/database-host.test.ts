import { expect, test } from 'vitest'
import { readDatabaseHost } from './database-host.ts'
import { explainPostgres } from './explain-postgres.ts'

test.each([
  ['postgres://latchkey@db.example:6432/wallets', 'db.example', 'db.example:6432'],
  ['postgres://latchkey@%2Frun%2Fpostgresql/wallets', '/run/postgresql', '/run/postgresql'],
  ['postgres://latchkey@localhost/wallets?host=/run/postgresql', '/run/postgresql', '/run/postgresql'],
  ['postgres:///wallets?host=/run/postgresql', '/run/postgresql', '/run/postgresql'],
])('param: %s → %s, which a message names as %s', (databaseUrl, host, named) => {
  expect(readDatabaseHost(new URL(databaseUrl))).toBe(host)
  const missing = Object.assign(new Error('connect'), { code: 'ENOENT', syscall: 'connect' })
  expect(explainPostgres(missing, { setting: 'DATABASE_URL', address: databaseUrl })).toMatchObject({
    message: `DATABASE_URL: the Postgres at ${named} does not respond (ENOENT).`,
  })
})

test('error: a certificate file that does not exist is not reported as an unreachable server', () => {
  const missing = Object.assign(new Error('open'), { code: 'ENOENT', syscall: 'open' })
  expect(
    explainPostgres(missing, { setting: 'DATABASE_URL', address: 'postgres://db.example/wallets' }),
  ).toBe(missing)
})
