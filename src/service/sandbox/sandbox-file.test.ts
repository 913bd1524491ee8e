import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { EMBEDDED_CHAIN_ID } from '#service/chain/anvil-process.ts'
import { readNativeBalance } from '#service/chain/erc20.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { DEMO_TOKENS } from './demo-tokens.ts'
import { openSandboxChain } from './open-sandbox-chain.ts'
import { readSandboxFile, writeSandboxFile, type SandboxFile } from './sandbox-file.ts'

const RECEIVER: Address = '0x00000000000000000000000000000000000d0001'

const content: SandboxFile = {
  baseUrl: 'http://localhost:4000/v1/baas',
  apiKey: 'pk_live_x',
  chainId: 84_001,
  rpcUrl: 'http://localhost:4000/sandbox/rpc',
  factory: RECEIVER,
  relayer: RECEIVER,
  tokens: DEMO_TOKENS,
  inboxUrl: 'a',
  faucetUrl: 'b',
  setupUrl: 'c',
  demoUrl: 'd',
}

test('behavior: sandbox.json is readable only by its owner and has the fields of the profile', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-sandbox-'))
  expect(await readSandboxFile(dataDir)).toBeUndefined()
  const path = join(dataDir, 'sandbox.json')
  await writeFile(path, 'half', { mode: 0o644 })
  expect(await readSandboxFile(dataDir)).toBeUndefined()
  await writeSandboxFile(dataDir, { ...content, more: 'is left out' } as SandboxFile)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(Object.keys(JSON.parse(await readFile(path, 'utf8')))).toEqual(Object.keys(content))
  expect(await readSandboxFile(dataDir)).toEqual(content)
  await rm(dataDir, { recursive: true })
})

test('behavior: the chain belongs to one process, and the relayer has gas', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-sandbox-'))
  const options = { dataDir, relayer: RECEIVER, log: pino({ level: 'silent' }) }
  const first = await openSandboxChain(options)
  await expect(openSandboxChain(options)).rejects.toMatchObject({ name: 'DirectoryLockedError' })
  expect(await readNativeBalance(first, RECEIVER)).toBe(10n ** 27n)
  await first.close()
  const second = await openSandboxChain(options)
  expect(await readNativeBalance(second, RECEIVER)).toBe(10n ** 27n)
  await second.close()
  await rm(dataDir, { recursive: true })
})

test('error: a chain that the database knows is not started if its folder is missing, and the folder can be restored', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-sandbox-'))
  const { db, close } = await serviceWorld.database()
  const options = { dataDir, relayer: RECEIVER, log: pino({ level: 'silent' }), db }
  await (await openSandboxChain(options)).close()
  const factory = `0x${'fa'.repeat(20)}` as const
  await db
    .insertInto('chain_factories')
    .values({ chain_id: EMBEDDED_CHAIN_ID, address: factory, created_at: new Date() })
    .execute()
  await rename(join(dataDir, 'chain'), join(dataDir, 'elsewhere'))
  for (let start = 0; start < 2; start += 1)
    await expect(openSandboxChain(options)).rejects.toThrow(/knows the sandbox's chain.*Restore that folder/)
  await rm(join(dataDir, 'chain'), { recursive: true })
  await rename(join(dataDir, 'elsewhere'), join(dataDir, 'chain'))
  await (await openSandboxChain(options)).close()
  await close()
  await rm(dataDir, { recursive: true })
})
