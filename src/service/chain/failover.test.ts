import { pino } from 'pino'
import { keccak256, parseEther, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { startFaultyNode, type Fault, type FaultyNode } from '#service/testing/faulty-node.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { readBlockHash } from './chain-data.ts'
import type { ChainConnection } from './chain.ts'
import { openChain } from './open-chain.ts'
import type { OpenChainOptions } from './open-nodes.ts'
import { quantitySchema, receiptSchema } from './rpc-schemas.ts'

/**
 * Duration of a silence that counts as a failure in these tests, in milliseconds. It exceeds the delays of a
 * busy machine.
 */
const SILENCE_MS = 5_000

let first: FaultyNode
let second: FaultyNode
let chain: ChainConnection | undefined
let logLines: string[] = []
const anvil = await forFile(startPlainAnvil())
await anvil.mine(3)
beforeEach(async () => {
  first = await startFaultyNode(anvil.url)
  second = await startFaultyNode(anvil.url)
  logLines = []
})
afterEach(async () => {
  await chain?.close()
  chain = undefined
  await first.close()
  await second.close()
})

async function open(options: Partial<OpenChainOptions> = {}): Promise<ChainConnection> {
  chain = await openChain({
    rpcUrl: first.url,
    secondRpcUrl: second.url,
    chainId: anvil.chainId,
    log: pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) }),
    timeoutMs: 20_000,
    probeMs: 3_600_000,
    ...options,
  })
  return chain
}

const head = (of: ChainConnection) => of.rpc.request(quantitySchema, 'eth_blockNumber', [])
const inUse = (of: ChainConnection) => of.providers?.().find((provider) => provider.inUse)?.name
const alarms = () => logLines.filter((line) => line.includes('"alarm"')).length

async function newTransaction(): Promise<Hex> {
  const account = privateKeyToAccount(generatePrivateKey())
  await anvil.fund(account.address, parseEther('1'))
  return account.signTransaction({
    type: 'eip1559',
    chainId: anvil.chainId,
    nonce: 0,
    to: account.address,
    gas: 21_000n,
    maxFeePerGas: 50_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
}

test.each<Fault>(['server-error', 'too-many-requests', 'reset', 'rate-limited', 'header-not-found'])(
  'behavior: %s: no reader notices, and after three in a row the second is in use',
  async (fault) => {
    const connection = await open()
    let failovers = 0
    connection.onFailover?.(() => (failovers += 1))
    first.fault = fault
    for (let asked = 1; asked <= 3; asked += 1) {
      expect(inUse(connection)).toBe('RPC_URL')
      expect(await head(connection)).toBe(await anvil.head())
    }
    expect(inUse(connection)).toBe('RPC_URL_2')
    expect(failovers).toBe(1)
    expect(alarms()).toBe(1)
    const asked = first.asked.length
    await head(connection)
    expect(first.asked).toHaveLength(asked)
  },
)

test('behavior: one request that times out → uses the next node', async () => {
  const connection = await open({ timeoutMs: SILENCE_MS })
  first.fault = 'silence'
  expect(await head(connection)).toBe(await anvil.head())
  expect(inUse(connection)).toBe('RPC_URL_2')
})

test('behavior: a request from before the first recovered does not cause another failover', async () => {
  const connection = await open({ timeoutMs: SILENCE_MS, probeMs: 50 })
  first.fault = 'silence'
  const begun = Date.now()
  const early = head(connection)
  await expect.poll(() => Date.now() - begun, { timeout: SILENCE_MS }).toBeGreaterThan(SILENCE_MS / 2)
  const late = head(connection)
  await early
  expect(inUse(connection)).toBe('RPC_URL_2')
  first.fault = 'none'
  await expect.poll(() => inUse(connection), { timeout: SILENCE_MS }).toBe('RPC_URL')
  const switched = alarms()
  await late
  expect(inUse(connection)).toBe('RPC_URL')
  expect(alarms()).toBe(switched)
})

test('behavior: failures that are not consecutive change nothing', async () => {
  const connection = await open()
  for (let round = 0; round < 4; round += 1) {
    first.fault = 'server-error'
    await head(connection)
    await head(connection)
    first.fault = 'none'
    await head(connection)
  }
  expect(inUse(connection)).toBe('RPC_URL')
})

test('behavior: a refusal of the request itself is returned, and not retried elsewhere', async () => {
  const connection = await open()
  const before = second.asked.length
  for (let asked = 0; asked < 5; asked += 1) {
    await expect(connection.rpc.request(quantitySchema, 'eth_noSuchMethod', [])).rejects.toMatchObject({
      name: 'RpcError',
    })
  }
  expect(second.asked).toHaveLength(before)
  expect(inUse(connection)).toBe('RPC_URL')
})

test('error: if both fail, the caller gets the error', async () => {
  const connection = await open()
  first.fault = 'server-error'
  second.fault = 'server-error'
  await expect(head(connection)).rejects.toMatchObject({ code: 'CHAIN_FAILED', status: 502 })
  second.fault = 'none'
  expect(await head(connection)).toBe(await anvil.head())
})

test('behavior: the first is used again as soon as it recovers', async () => {
  const connection = await open({ probeMs: 20 })
  first.fault = 'server-error'
  await expect.poll(() => inUse(connection)).toBe('RPC_URL_2')
  first.fault = 'none'
  await expect.poll(() => inUse(connection)).toBe('RPC_URL')
})

test('behavior: leaves a provider whose head stops while the other advances', async () => {
  const connection = await open({ probeMs: 20 })
  await head(connection)
  first.fault = 'stale'
  await anvil.mine(4)
  expect(inUse(connection)).toBe('RPC_URL')
  await anvil.mine(4)
  await expect.poll(() => inUse(connection)).toBe('RPC_URL_2')
  first.fault = 'none'
  await expect.poll(() => inUse(connection)).toBe('RPC_URL')
})

test('behavior: sends a transaction to both', async () => {
  const connection = await open()
  const raw = await newTransaction()
  expect(await connection.sendRawTransaction(raw)).toBe(keccak256(raw))
  await expect.poll(() => second.asked).toContain('eth_sendRawTransaction')
  expect(first.asked).toContain('eth_sendRawTransaction')
})

test.each<Fault>(['server-error', 'silence', 'refuses-transactions'])(
  'behavior: a transaction that the one in use does not accept (%s) is accepted by the other',
  async (fault) => {
    const connection = await open(fault === 'silence' ? { timeoutMs: SILENCE_MS } : {})
    first.fault = fault
    const raw = await newTransaction()
    expect(await connection.sendRawTransaction(raw)).toBe(keccak256(raw))
    await expect
      .poll(() => anvil.rpc.request(z.nullable(receiptSchema), 'eth_getTransactionReceipt', [keccak256(raw)]))
      .not.toBeNull()
  },
)

test('behavior: another block at the height contradicts and logs an alarm; silence and a missing block do not', async () => {
  const connection = await open()
  const number = await anvil.head()
  const hash = (await readBlockHash(anvil.rpc, number))!
  second.fault = 'other-blocks'
  expect(await connection.isContradicted?.({ number, hash })).toBe(true)
  expect(logLines.join('')).toContain('chain-rpc-disagreement')
  second.fault = 'server-error'
  expect(await connection.isContradicted?.({ number, hash })).toBe(false)
  second.fault = 'none'
  expect(await connection.isContradicted?.({ number: number + 9n, hash })).toBe(false)
  expect(await connection.isContradicted?.({ number, hash })).toBe(false)
})

test('behavior: the start needs one working provider', async () => {
  first.fault = 'server-error'
  expect(inUse(await open())).toBe('RPC_URL_2')
})

test('error: the start fails if neither provider works', async () => {
  first.fault = 'server-error'
  second.fault = 'reset'
  await expect(open()).rejects.toMatchObject({ code: 'CHAIN_FAILED' })
})

test('error: rejects a second provider of another chain, even if only its first block differs', async () => {
  const other = await startPlainAnvil({ chainId: 77_002 })
  const twin = await startPlainAnvil()
  await expect(open({ secondRpcUrl: other.url })).rejects.toThrow(
    'RPC_URL_2 serves chain 77002, but CHAIN_ID is 77001',
  )
  await expect(open({ secondRpcUrl: twin.url })).rejects.toThrow('do not begin with the same block')
  await other.stop()
  await twin.stop()
})

test('error: the addresses are in no log line', async () => {
  const connection = await open()
  first.fault = 'server-error'
  for (let asked = 0; asked < 3; asked += 1) await head(connection)
  expect(logLines.join('')).not.toMatch(/127\.0\.0\.1/)
})
