import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { EMBEDDED_CHAIN_ID } from '#service/index.ts'
import { makeQuickFolder } from '#service/testing/quick-folder.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { doctor } from './commands/doctor.ts'
import { migrate } from './commands/migrate.ts'
import { checkSandboxData, requireNoSandboxData } from './doctor-sandbox.ts'
import { serve } from './serve.ts'
import { parseSettings } from './settings.ts'
import { RELEASES, restoreRelease } from './testing/release-data.ts'
import { runCommand } from './testing/run-command.ts'

const KEY = `0x${'12'.repeat(32)}`
const dataDir = await makeQuickFolder('sandbox-data')
afterAll(() => rm(dataDir, { recursive: true }))
/** No node responds there. */
const CHAIN = { RPC_URL: 'http://127.0.0.1:9', CHAIN_ID: '1', RELAYER_PRIVATE_KEY: `0x${'34'.repeat(32)}` }
const settings = (chainId: number, key = CHAIN.RELAYER_PRIVATE_KEY) =>
  parseSettings({ DATA_DIR: dataDir, ...CHAIN, CHAIN_ID: String(chainId), RELAYER_PRIVATE_KEY: key })
const DETAIL =
  'this database was a sandbox’s: 1 of its API keys work on chain 1; localhost and shop.localhost are ' +
  'verified without a proof; DEMO, DCOL, DMUL are allowed at addresses of the sandbox’s chain'
const TODO = 'start with another database: set DATA_DIR to a new folder, or DATABASE_URL to an empty database'

test('error: refuses a sandbox’s database on a real chain, with its keys, domains and tokens', async () => {
  const sandbox = await serviceWorld.sandbox()
  const { db } = sandbox.ctx
  expect(await checkSandboxData(settings(1), db)).toEqual([
    { check: 'sandbox data', level: 'problem', detail: DETAIL, todo: TODO },
  ])
  await expect(requireNoSandboxData(settings(1), db)).rejects.toThrow(`${DETAIL}. To fix it, ${TODO}.`)
  for (const own of [settings(EMBEDDED_CHAIN_ID), parseSettings({ DATA_DIR: dataDir })])
    expect(await checkSandboxData(own, db)).toEqual([])
  await sandbox.stop()
})

test('error: on a real chain, start, migrate and doctor refuse a sandbox’s folder with one sentence', async () => {
  const restored = await restoreRelease(RELEASES[0], undefined)
  const environment = { ...restored.environment, ...CHAIN, PORT: '0', EMBEDDED_DATABASE: 'accepted' }
  const sentence =
    /^this database was a sandbox’s: .* work on chain 1; .*To fix it, start with another database/
  await expect(runCommand(migrate, [], environment)).rejects.toThrow(sentence)
  await expect(runCommand(migrate, ['--check'], environment)).rejects.toThrow(sentence)
  await expect(serve(parseSettings(environment))).rejects.toThrow(sentence)
  const examined = await runCommand(doctor, [], environment)
  expect(examined).toMatchObject({
    failed: true,
    answer: expect.stringMatching(/✗ sandbox data +this database/),
  })
  await restored.remove()
})

test('error: refuses the sandbox’s relayer key on a real chain', async () => {
  expect(await checkSandboxData(settings(1, KEY), undefined)).toEqual([])
  await writeFile(join(dataDir, 'relayer.key'), `${KEY}\n`)
  await expect(requireNoSandboxData(settings(1, KEY), undefined)).rejects.toThrow(
    /^RELAYER_PRIVATE_KEY contains the sandbox’s key of .*relayer\.key\. To fix it, create another key/,
  )
  expect(await checkSandboxData(settings(1), undefined)).toEqual([])
})

test('behavior: reports nothing about a database that never was a sandbox’s', async () => {
  const database = await serviceWorld.database()
  expect(await checkSandboxData(settings(1), database.db)).toEqual([])
  await database.close()
})
