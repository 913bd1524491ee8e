import { rm } from 'node:fs/promises'
import { pino } from 'pino'
import type { Address } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CommandError, UsageError } from '#cli/command.ts'
import { runCommand } from '#cli/testing/run-command.ts'
import { openDatabase } from '#service/index.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { makeDataFolder } from '#service/testing/test-database.ts'
import { wallets } from './wallets.ts'

/** Number of blocks after which the chain reports all earlier blocks as final. */
const FINAL_AFTER = 100
const EMAIL = 'ada@example.com'
const END_USER = ['--external-user-id', 'user-1', '--email', EMAIL]

const dataDir = await makeDataFolder('adopt')
const anvil = await startPlainAnvil()
const relayerKey = generatePrivateKey()
const environment = {
  DATA_DIR: dataDir,
  RPC_URL: anvil.url,
  CHAIN_ID: String(anvil.chainId),
  RELAYER_PRIVATE_KEY: relayerKey,
}
const adopt = (...args: string[]) => runCommand(wallets, ['adopt', ...args], environment)
const adoptAsJson = async (...args: string[]) => {
  const { answer, failed } = await adopt('--json', ...args)
  return { rows: JSON.parse(answer), failed }
}

/** Wallets that exist on the chain but no longer in the database. */
let lost: { first: Address; second: Address; ofNobody: Address }

beforeAll(async () => {
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  const service = await serviceWorld.node({ anvil, database, relayerKeys: [relayerKey] })
  const { db } = service.ctx
  const created = [await service.createWallet(), await service.createWallet(), await service.createWallet()]
  const addresses = created.map(({ address }) => address)
  const countDeployed = async () =>
    (await db.selectFrom('wallets').select('id').where('status', '=', 'deployed').execute()).length
  await vi.waitUntil(async () => (await countDeployed()) === created.length, { timeout: 120_000 })
  const [first = newAddress(), second = newAddress(), ofNobody = newAddress()] = addresses
  lost = { first, second, ofNobody }
  await db.deleteFrom('wallets').execute()
  await service.stop()
  await anvil.mine(FINAL_AFTER)
})
afterAll(async () => {
  await anvil.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs work on the stored database while no command has it open. */
async function onDatabase<Result>(
  work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  try {
    return await work(db)
  } finally {
    await close()
  }
}
const readRow = (address: Address) =>
  onDatabase((db) =>
    db
      .selectFrom('wallets')
      .select(['status', 'external_user_id', 'email'])
      .where('address', '=', address.toLowerCase())
      .executeTakeFirst(),
  )

test('behavior: an address with its end-user → adopted, then known', async () => {
  const adopted = await adoptAsJson(lost.first, ...END_USER)
  expect(adopted).toEqual({ rows: [{ wallet: lost.first, outcome: 'adopted' }], failed: false })
  expect(await readRow(lost.first)).toEqual({ status: 'deployed', external_user_id: 'user-1', email: EMAIL })
  const { answer } = await adopt(lost.first, ...END_USER)
  expect(answer).toContain('already known')
})

test('behavior: --from-block → adopts every lost wallet and prints it; an end-user can be named later', async () => {
  const { answer, failed } = await adopt('--from-block', '0')
  expect(failed).toBe(false)
  expect(answer).toContain(lost.second)
  expect(answer).not.toContain(lost.first)
  expect(await readRow(lost.second)).toEqual({ status: 'deployed', external_user_id: '', email: '' })
  const { answer: linked } = await adopt(lost.second, '--external-user-id', 'user-2', '--email', EMAIL)
  expect(linked).toContain('linked to its end-user')
  expect(await readRow(lost.second)).toMatchObject({ external_user_id: 'user-2' })
  expect((await adoptAsJson('--from-block', '0')).rows).toEqual([])
})

test('error: no wallet at the address, or no verified domain → fails, and adopts the others', async () => {
  await onDatabase(async (db) => {
    await db.deleteFrom('wallets').where('address', '=', lost.ofNobody.toLowerCase()).execute()
    await db.updateTable('organization_domains').set({ verified_at: null }).execute()
  })
  const empty = newAddress()
  const { rows, failed } = await adoptAsJson(empty, lost.ofNobody)
  expect(failed).toBe(true)
  expect(rows).toEqual([
    { wallet: empty, outcome: 'no-wallet' },
    { wallet: lost.ofNobody, outcome: 'no-domain' },
  ])
  expect(await readRow(lost.ofNobody)).toBeUndefined()
})

const ADDRESS = '0x00000000000000000000000000000000beef0001'
test.each([
  ['nothing', [], 'Pass addresses, or a block with --from-block.'],
  ['no address', ['wallet-1'], '“wallet-1” is not an address.'],
  ['no block', ['--from-block', 'latest'], '--from-block must be a block number.'],
  ['an end-user without email', [ADDRESS, '--external-user-id', 'user-1'], 'Pass both'],
  ['an invalid email', [ADDRESS, '--external-user-id', 'user-1', '--email', 'ada'], 'Pass both'],
  ['an end-user of two wallets', [ADDRESS, newAddress(), ...END_USER], 'Pass exactly one address'],
])('error: %s → usage', async (_, args, sentence) => {
  const refused = adopt(...args)
  await expect(refused).rejects.toThrow(UsageError)
  await expect(refused).rejects.toThrow(sentence)
})

test('error: without RPC_URL → says that a sandbox’s chain runs only inside its server', async () => {
  const refused = runCommand(wallets, ['adopt', ADDRESS], { DATA_DIR: dataDir })
  await expect(refused).rejects.toThrow(CommandError)
  await expect(refused).rejects.toThrow('RPC_URL is not set')
})
