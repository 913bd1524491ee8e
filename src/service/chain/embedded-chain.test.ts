import { mkdtemp, readdir, readFile, truncate, writeFile, appendFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { EMBEDDED_CHAIN_ID } from './anvil-process.ts'
import { startEmbeddedChain, type EmbeddedChain } from './embedded-chain.ts'
import type { EmbeddedChainOptions } from './embedded-state.ts'
import { blockSchema, dataSchema, quantitySchema, receiptSchema } from './rpc-schemas.ts'
import { RpcError } from './rpc.ts'

const log = pino({ level: 'silent' })
const sender = privateKeyToAccount(generatePrivateKey())
const receiver: Address = '0x00000000000000000000000000000000000a1234'
/** Runtime code that returns the block's timestamp. */
const TIMESTAMP_CODE: Hex = '0x4260005260206000f3'

let directory: string
let chain: EmbeddedChain

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'latchkey-chain-'))
  chain = await start()
  await chain.fund(sender.address, 10n ** 20n)
})
afterEach(async () => {
  await chain.close()
  await rm(directory, { recursive: true })
})

const start = (options: Partial<EmbeddedChainOptions> = {}) =>
  startEmbeddedChain({ directory, log, durable: false, ...options })
const restart = async (options: Partial<EmbeddedChainOptions> = {}) => {
  await chain.close()
  chain = await start(options)
}
const transfer = (nonce: number, to: Address = receiver, from = sender) =>
  from.signTransaction({
    type: 'eip1559',
    chainId: EMBEDDED_CHAIN_ID,
    to,
    value: 1n,
    nonce,
    gas: 21_000n,
    maxFeePerGas: 5_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
const send = async (nonce: number) => chain.sendRawTransaction(await transfer(nonce))
const balance = (address: Address) => chain.rpc.request(quantitySchema, 'eth_getBalance', [address, 'latest'])
const block = (number: string) => chain.rpc.request(blockSchema, 'eth_getBlockByNumber', [number, false])
const receipt = (hash: Hex) =>
  chain.rpc.request(z.nullable(receiptSchema), 'eth_getTransactionReceipt', [hash])
const mined = (hash: Hex) => expect.poll(() => receipt(hash), { interval: 2 }).toMatchObject({ status: 1n })

test('behavior: mines at once, only while transactions are pending, with the present time', async () => {
  const before = await block('latest')
  const seen = new Promise<readonly Hex[]>((resolve) => chain.onBlock((news) => resolve(news.transactions)))
  const hash = await send(0)
  expect(await seen).toEqual([hash])
  const after = await block('latest')
  expect(after.number).toBe(before.number + 1n)
  expect(Math.abs(Number(after.timestamp) - Date.now() / 1_000)).toBeLessThan(3)
  await chain.rpc.request(quantitySchema, 'eth_blockNumber', [])
  expect((await block('latest')).number).toBe(after.number)
})

test('behavior: has no public account with funds and rejects other origins', async () => {
  expect(await chain.rpc.request(z.array(z.string()), 'eth_accounts', [])).toEqual([])
  expect(await balance('0xf39Fd6e51aad88F6F4ce6aB8827279cfffb92266')).toBe(0n)
  expect(chain.hasP256Precompile).toBe(true)
})

test('behavior: a call at pending uses the present time, also after a restart', async () => {
  await mined(await send(0))
  await restart()
  const seen = await chain.rpc.request(dataSchema, 'eth_call', [{ data: TIMESTAMP_CODE }, 'pending'])
  expect(Math.abs(Number(BigInt(seen)) - Date.now() / 1_000)).toBeLessThan(3)
})

test('behavior: timestamps never go back if the clock does', async () => {
  const times = [1_900_000_000, 1_900_000_000, 1_800_000_000, 1_900_000_001]
  let now = times[0]!
  await restart({ now: () => new Date(now * 1_000) })
  const stamps: bigint[] = []
  for (const [nonce, time] of times.entries()) {
    now = time
    await mined(await send(nonce))
    stamps.push((await block('latest')).timestamp)
  }
  expect(stamps).toEqual([1_900_000_000n, 1_900_000_000n, 1_900_000_000n, 1_900_000_001n])
})

test('behavior: keeps blocks, receipts, balances and nonces across a restart, with the same hashes', async () => {
  const hashes: Hex[] = []
  for (let nonce = 0; nonce < 30; nonce += 1) hashes.push(await send(nonce))
  await mined(hashes.at(-1)!)
  const head = await block('latest')
  const receipts = await Promise.all(hashes.map(receipt))
  await restart()
  expect(await block('latest')).toEqual(head)
  expect(await Promise.all(hashes.map(receipt))).toEqual(receipts)
  expect(await balance(receiver)).toBe(30n)
  expect(await chain.rpc.request(quantitySchema, 'eth_getTransactionCount', [sender.address, 'latest'])).toBe(
    30n,
  )
})

test('behavior: keeps transactions that still wait in the pool', async () => {
  const behindGap = await send(1)
  await restart()
  expect(await receipt(behindGap)).toBeNull()
  await mined(await send(0))
  await mined(behindGap)
})

test('behavior: kill -9 of anvil during a burst loses nothing that was accepted', async () => {
  const accepted: Hex[] = []
  for (let nonce = 0; nonce < 120; nonce += 1) {
    if (nonce % 40 === 20) process.kill(chain.pid(), 'SIGKILL')
    accepted.push(await send(nonce))
  }
  for (const hash of accepted) await mined(hash)
  expect(await balance(receiver)).toBe(120n)
  const head = await block('latest')
  await restart()
  expect(await block('latest')).toEqual(head)
})

test('behavior: detects kill -9 of an idle anvil without a request', async () => {
  const pid = chain.pid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => chain.pid()).not.toBe(pid)
  await mined(await send(0))
})

test('behavior: snapshots limit the replay, and pending transactions survive them', async () => {
  await restart({ snapshotBlocks: 5 })
  const behindGap = await send(1_000)
  for (let nonce = 0; nonce < 24; nonce += 1) await mined(await send(nonce))
  const head = await block('latest')
  const files = (await readdir(directory)).toSorted()
  expect(files.filter((name) => name.startsWith('snapshot-'))).toHaveLength(2)
  expect(files.filter((name) => name.startsWith('blocks-'))).toHaveLength(2)
  await restart({ snapshotBlocks: 5 })
  expect(await block('latest')).toEqual(head)
  expect(await chain.rpc.request(z.unknown(), 'eth_getTransactionByHash', [behindGap])).not.toBeNull()
  await mined(await send(24))
  expect(await balance(receiver)).toBe(25n)
})

test('behavior: old blocks keep their hashes and state changes, and lose their transactions, also after a restart', async () => {
  const options = { blocksKept: 5, snapshotBlocks: 4 }
  await restart(options)
  const hashes: Hex[] = []
  for (let nonce = 0; nonce < 14; nonce += 1) {
    hashes.push(await send(nonce))
    await mined(hashes.at(-1)!)
  }
  const [first, head] = [await block('0x1'), await block('latest')]
  const readable = async () => (await Promise.all(hashes.map(receipt))).map((found) => found !== null)
  const newest = hashes.map((_, index) => index >= 9)
  expect(await readable()).toEqual(newest)
  await restart(options)
  expect([await block('0x1'), await block('latest')]).toEqual([first, head])
  expect(await readable()).toEqual(newest)
  expect(await balance(receiver)).toBe(14n)
  await mined(await send(14))
})

test('behavior: a damaged snapshot only makes the replay longer', async () => {
  await restart({ snapshotBlocks: 4 })
  for (let nonce = 0; nonce < 14; nonce += 1) await mined(await send(nonce))
  const head = await block('latest')
  await chain.close()
  const snapshots = (await readdir(directory)).filter((name) => name.startsWith('snapshot-'))
  const newest = snapshots.toSorted((a, b) => Number(b.slice(9, -8)) - Number(a.slice(9, -8)))[0]!
  await writeFile(join(directory, newest), '{"half')
  chain = await start({ snapshotBlocks: 4 })
  expect(await block('latest')).toEqual(head)
  await mined(await send(14))
})

test('behavior: drops a torn last line', async () => {
  await mined(await send(0))
  const head = await block('latest')
  await chain.close()
  await appendFile(join(directory, 'blocks-0.log'), '0badc0de {"kind":"tx","raw":"0x02f8')
  chain = await start()
  expect(await block('latest')).toEqual(head)
  await mined(await send(1))
  await restart()
  expect(await balance(receiver)).toBe(2n)
})

test('behavior: a log cut at any byte starts with its complete records', async () => {
  for (let nonce = 0; nonce < 3; nonce += 1) await mined(await send(nonce))
  await chain.close()
  const path = join(directory, 'blocks-0.log')
  const whole = await readFile(path)
  for (const share of [0.95, 0.6, 0.3, 0.05]) {
    await truncate(path, Math.floor(whole.length * share))
    chain = await start()
    expect((await block('latest')).number).toBeLessThan(4n)
    await chain.close()
  }
  chain = await start()
})

test('error: rejects a log damaged in the middle', async () => {
  for (let nonce = 0; nonce < 3; nonce += 1) await mined(await send(nonce))
  await chain.close()
  const path = join(directory, 'blocks-0.log')
  const whole = await readFile(path, 'utf8')
  await writeFile(path, whole.replace('"kind":"mine"', '"kind":"mime"'))
  await expect(start()).rejects.toThrow(/damaged in the middle/)
  await writeFile(path, whole)
  chain = await start()
})

test('error: rejects a log that leads to another block', async () => {
  await mined(await send(0))
  await chain.close()
  const path = join(directory, 'blocks-0.log')
  const whole = await readFile(path, 'utf8')
  await writeFile(
    path,
    whole
      .split('\n')
      .filter((text) => !text.includes('"balance"'))
      .join('\n'),
  )
  await expect(start()).rejects.toThrow(/replaying the record leads elsewhere/)
  await writeFile(path, whole)
  chain = await start()
})

test('error: a transaction that the pool rejects gets that error and is not recorded', async () => {
  // A receipt can be read before the block's own record is written. Listeners are called after it.
  const recorded = new Promise<void>((resolve) => chain.onBlock(() => resolve()))
  await send(0)
  await recorded
  const size = (await stat(join(directory, 'blocks-0.log'))).size
  await expect(send(0)).rejects.toThrow(RpcError)
  await expect(chain.sendRawTransaction('0x1234')).rejects.toThrow(RpcError)
  expect((await stat(join(directory, 'blocks-0.log'))).size).toBe(size)
})

test('behavior: concurrent transactions of two senders are replayed with the same hashes, also after kill -9', async () => {
  const other = privateKeyToAccount(generatePrivateKey())
  await chain.fund(other.address, 10n ** 20n)
  const hashes: Hex[] = []
  for (let round = 0; round < 3; round += 1) {
    const nonces = Array.from({ length: 40 }, (_, index) => round * 40 + index)
    const signed = await Promise.all(
      nonces.flatMap((nonce) => [sender, other].map((from) => transfer(nonce, receiver, from))),
    )
    if (round === 1) process.kill(chain.pid(), 'SIGKILL')
    const sent = signed.map((raw) => chain.sendRawTransaction(raw))
    hashes.push(...(await Promise.all(sent)))
  }
  for (const hash of hashes) await mined(hash)
  expect(await balance(receiver)).toBe(240n)
  const head = await block('latest')
  await restart()
  expect(await block('latest')).toEqual(head)
})

test('error: among concurrent transactions, only those that the pool rejects fail', async () => {
  const raws = await Promise.all([0, 1, 1, 2].map((nonce) => transfer(nonce)))
  const other = await transfer(1, sender.address)
  const results = await Promise.allSettled([...raws, other].map((raw) => chain.sendRawTransaction(raw)))
  const accepted = results.map(({ status }) => status === 'fulfilled')
  expect(accepted).toEqual([true, true, false, true, false])
  await expect.poll(() => balance(receiver), { interval: 2 }).toBe(3n)
})

test('error: without disk space nothing is accepted, and accepted transactions are mined when there is space', async () => {
  let free = Infinity
  let fillsUp = false
  let looks = 0
  const freeBytes = () => {
    looks += 1
    const seen = free
    if (fillsUp) free = 0
    return seen
  }
  await restart({ freeBytes })
  await mined(await send(0))
  free = 20_000_000
  await expect(send(1)).rejects.toMatchObject({ code: '53100' })
  await expect(chain.fund(receiver, 10n ** 30n)).rejects.toMatchObject({ code: '53100' })
  expect(chain.fault?.()).toBe('takes nothing: its disk is full')
  // The disk fills up between the acceptance and its block.
  free = Infinity
  fillsUp = true
  const accepted = await send(1)
  const before = looks
  await expect.poll(() => looks).toBeGreaterThan(before + 3)
  expect(await receipt(accepted)).toBeNull()
  fillsUp = false
  free = Infinity
  await mined(accepted)
  const head = await block('latest')
  await restart()
  expect(await block('latest')).toEqual(head)
  expect(chain.fault?.()).toBeUndefined()
})

// `npm run bench -- service` measures the number per second.
test('behavior: hundreds of transactions sent at once are all accepted and mined', async () => {
  const raws = await Promise.all(Array.from({ length: 600 }, (_, nonce) => transfer(nonce)))
  const hashes = await Promise.all(raws.map((raw) => chain.sendRawTransaction(raw)))
  await mined(hashes.at(-1)!)
  expect(await balance(receiver)).toBe(600n)
})
