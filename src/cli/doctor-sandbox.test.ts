import { expect, test } from 'vitest'
import { serviceWorld } from '#service/testing/service-world.ts'
import { checkSandboxData } from './doctor-sandbox.ts'

test('error: reports a sandbox’s database on a real chain, with its keys, domains and tokens', async () => {
  const sandbox = await serviceWorld.sandbox()
  expect(await checkSandboxData(1, sandbox.ctx)).toEqual([
    {
      check: 'sandbox data',
      level: 'problem',
      detail:
        'this database was a sandbox’s: 1 of its API keys work on chain 1; localhost and shop.localhost are ' +
        'verified without a proof; DEMO, DCOL, DMUL are allowed at addresses of the sandbox’s chain',
      todo: 'start with another database: set DATA_DIR to a new folder, or DATABASE_URL to an empty database',
    },
  ])
  await sandbox.stop()
})

test('behavior: reports nothing about a database that never was a sandbox’s', async () => {
  const database = await serviceWorld.database()
  expect(await checkSandboxData(1, database)).toEqual([])
  await database.close()
})
