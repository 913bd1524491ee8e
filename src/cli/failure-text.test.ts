import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runMigrations } from '#server-kit/db/run-migrations.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { CommandError } from './command.ts'
import { failureText } from './failure-text.ts'

const PLACE = { dataDir: '/var/lib/latchkey', logLevel: undefined }
const coded = (message: string, code: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code })

test.each<[what: string, error: unknown, text: string]>([
  ['an error without a cause', new CommandError('There is no file a.'), 'There is no file a.'],
  [
    'two causes',
    new CommandError('It cannot be read.', { cause: new Error('outer', { cause: new Error('inner') }) }),
    'It cannot be read.\n  Cause: outer\n  Cause: inner',
  ],
  [
    'a cause with a code',
    new CommandError('It failed.', { cause: coded('division by zero', '22012') }),
    'It failed.\n  Cause: division by zero (22012)',
  ],
  [
    'a cause that the sentence quotes',
    new CommandError('0004-fails failed: division by zero.', { cause: coded('division by zero', '22012') }),
    '0004-fails failed: division by zero.',
  ],
  [
    'a public text with a cause',
    apiError('UNAVAILABLE', 'RPC_URL does not respond as a node does.', {
      cause: new Error('eth_chainId got no usable response: Error ECONNREFUSED'),
    }),
    'RPC_URL does not respond as a node does.\n  Cause: eth_chainId got no usable response: Error ECONNREFUSED',
  ],
  [
    'the driver’s error behind a general sentence',
    coded('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'),
    'The database is not available\n  Cause: connect ECONNREFUSED 127.0.0.1:1',
  ],
  [
    'a folder that cannot be written',
    Object.assign(coded('EACCES: permission denied', 'EACCES'), { path: '/var/lib/latchkey/secret.key' }),
    'DATA_DIR: /var/lib/latchkey/secret.key is not writable for the user of this process: make that user the ' +
      'owner of the folder, or set DATA_DIR to another folder. (EACCES)\n  Cause: EACCES: permission denied',
  ],
  [
    'several errors at once',
    new CommandError('No address responds.', {
      cause: new AggregateError([new Error('::1 refused'), new Error('127.0.0.1 refused')]),
    }),
    'No address responds.\n  Cause: ::1 refused; 127.0.0.1 refused',
  ],
  ['a value that is not an error', 'gone', 'gone'],
  [
    'a cause with an address that holds secrets',
    new CommandError('It failed.', {
      cause: new Error('HTTP request failed. URL: https://user:canary@node.example/v2/canary?key=canary'),
    }),
    'It failed.\n  Cause: HTTP request failed. URL: https://user:[redacted]@node.example/…',
  ],
])('error: %s → the sentence and each cause', (_what, error, text) => {
  expect(failureText(error, PLACE)).toBe(text)
})

test('error: a cause that is its own cause → printed once', () => {
  const error = new Error('outer')
  const inner = new Error('inner', { cause: error })
  error.cause = inner
  expect(failureText(error, PLACE)).toBe('outer\n  Cause: inner')
})

test('param: LOG_LEVEL debug → the stack of each error too', () => {
  const error = new CommandError('It failed.', { cause: new TypeError('inner') })
  const text = failureText(error, { ...PLACE, logLevel: 'debug' })
  expect(text).toMatch(/^It failed\.\n {2}Cause: inner\n[^]*failure-text\.test\.ts[^]*TypeError: inner\n/)
})

test('error: a failed migration → the database’s reason and its code', async () => {
  const database = await serviceWorld.database()
  const fails = { up: async (db: typeof database.db) => void (await sql`select 1 / 0`.execute(db)) }
  const failed = await runMigrations(database.db, {
    steps: { '0001-fails': fails },
    table: 'shop_migrations',
    contentTable: 'shop_migration_contents',
    lockTable: 'shop_migration_lock',
  }).catch((error: unknown) => error)
  expect(failureText(failed, PLACE)).toBe(
    'The database could not be prepared: 0001-fails failed. Nothing of it was stored.\n  Cause: division by zero (22012)',
  )
  await database.close()
})
