import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type OpenDatabase, requireDeploymentSecret } from '#service/index.ts'
import { makeDataFolder } from '#service/testing/test-database.ts'
import { checkDatabase } from './doctor-database.ts'
import { secretsAtRest } from './secret-key.ts'
import { parseSettings } from './settings.ts'

const KEY = randomBytes(32)
let dataDir: string
let database: OpenDatabase
beforeEach(async () => {
  dataDir = await makeDataFolder('doctor-database')
  database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  await requireDeploymentSecret(database.db, secretsAtRest({ current: KEY, old: undefined }))
})
afterEach(async () => {
  vi.useRealTimers()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function find(check: string, environment: Record<string, string | undefined> = {}) {
  const settings = parseSettings({ DATA_DIR: dataDir, SECRET_KEY: KEY.toString('hex'), ...environment })
  return (await checkDatabase(settings, database)).find((finding) => finding.check === check)
}

test.each([
  [7_200_000, 'this machine’s clock is 7200 s ahead of the database’s'],
  [-900_000, 'this machine’s clock is 900 s behind the database’s'],
])('error: reports a clock that is off by %d ms, and the direction', async (offMs, detail) => {
  expect(await find('clock')).toMatchObject({ level: 'ok' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs })
  const todo = 'let NTP set the clocks of both machines'
  expect(await find('clock')).toEqual({ check: 'clock', level: 'problem', detail, todo })
})

test('error: reports another SECRET_KEY than the database’s before the missing migrations have run', async () => {
  await sql`delete from service_migrations where name = '0015-related-origins'`.execute(database.db)
  expect(await find('migrations')).toMatchObject({
    level: 'warning',
    detail: expect.stringContaining('0015-related-origins'),
  })
  expect(await find('secret')).toEqual({ check: 'secret', level: 'ok', detail: 'SECRET_KEY' })
  expect(await find('secret', { SECRET_KEY: randomBytes(32).toString('hex') })).toEqual({
    check: 'secret',
    level: 'problem',
    detail: 'SECRET_KEY is not the key of this database',
    todo: 'set SECRET_KEY to the key of the other processes',
  })
})

test('error: reports a lost key file, and creates none', async () => {
  const path = join(dataDir, 'secret.key')
  expect(await find('secret', { SECRET_KEY: undefined })).toMatchObject({
    level: 'problem',
    detail: `there is no ${path}, but this database was set up with a key`,
  })
  expect(existsSync(path)).toBe(false)
})
