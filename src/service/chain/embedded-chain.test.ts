import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openEmbeddedChain, RECEIVER, sender, signTransfer } from '#service/testing/embedded-chains.ts'
import { dataSchema, quantitySchema } from './rpc-schemas.ts'
import { RpcError } from './rpc.ts'

const world = openEmbeddedChain()
const { restart, send, balance, block, receipt, mined } = world

/** Runtime code that returns the block's timestamp. */
const TIMESTAMP_CODE: Hex = '0x4260005260206000f3'

test('behavior: mines at once, only while transactions are pending, with the present time', async () => {
  const before = await block('latest')
  const seen = new Promise<readonly Hex[]>((resolve) =>
    world.chain.onBlock((news) => resolve(news.transactions)),
  )
  const hash = await send(0)
  expect(await seen).toEqual([hash])
  const after = await block('latest')
  expect(after.number).toBe(before.number + 1n)
  expect(Math.abs(Number(after.timestamp) - Date.now() / 1_000)).toBeLessThan(3)
  await world.chain.rpc.request(quantitySchema, 'eth_blockNumber', [])
  expect((await block('latest')).number).toBe(after.number)
})

test('behavior: has no public account with funds and rejects other origins', async () => {
  expect(await world.chain.rpc.request(z.array(z.string()), 'eth_accounts', [])).toEqual([])
  expect(await balance('0xf39Fd6e51aad88F6F4ce6aB8827279cfffb92266')).toBe(0n)
  expect(world.chain.hasP256Precompile).toBe(true)
})

test('behavior: a call at pending uses the present time, also after a restart', async () => {
  await mined(await send(0))
  await restart()
  const seen = await world.chain.rpc.request(dataSchema, 'eth_call', [{ data: TIMESTAMP_CODE }, 'pending'])
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

test('behavior: kill -9 of anvil during a burst loses nothing that was accepted', async () => {
  const accepted: Hex[] = []
  for (let nonce = 0; nonce < 120; nonce += 1) {
    if (nonce % 40 === 20) process.kill(world.chain.pid(), 'SIGKILL')
    accepted.push(await send(nonce))
  }
  for (const hash of accepted) await mined(hash)
  expect(await balance(RECEIVER)).toBe(120n)
  const head = await block('latest')
  await restart()
  expect(await block('latest')).toEqual(head)
})

test('behavior: detects kill -9 of an idle anvil without a request', async () => {
  const pid = world.chain.pid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => world.chain.pid()).not.toBe(pid)
  await mined(await send(0))
})

test('error: a transaction that the pool rejects gets that error and is not recorded', async () => {
  // Waits for the listener. The receipt can be read earlier, before the block's own record is written.
  const recorded = new Promise<void>((resolve) => world.chain.onBlock(() => resolve()))
  await send(0)
  await recorded
  const size = (await stat(join(world.directory, 'blocks-0.log'))).size
  await expect(send(0)).rejects.toThrow(RpcError)
  await expect(world.chain.sendRawTransaction('0x1234')).rejects.toThrow(RpcError)
  expect((await stat(join(world.directory, 'blocks-0.log'))).size).toBe(size)
})

test('behavior: concurrent transactions of two senders are replayed with the same hashes, also after kill -9', async () => {
  const other = privateKeyToAccount(generatePrivateKey())
  await world.chain.fund(other.address, 10n ** 20n)
  const hashes: Hex[] = []
  for (let round = 0; round < 3; round += 1) {
    const nonces = Array.from({ length: 40 }, (_, index) => round * 40 + index)
    const signed = await Promise.all(
      nonces.flatMap((nonce) => [sender, other].map((from) => signTransfer(nonce, RECEIVER, from))),
    )
    if (round === 1) process.kill(world.chain.pid(), 'SIGKILL')
    const sent = signed.map((raw) => world.chain.sendRawTransaction(raw))
    hashes.push(...(await Promise.all(sent)))
  }
  for (const hash of hashes) await mined(hash)
  expect(await balance(RECEIVER)).toBe(240n)
  const head = await block('latest')
  await restart()
  expect(await block('latest')).toEqual(head)
})

test('error: among concurrent transactions, only those that the pool rejects fail', async () => {
  const raws = await Promise.all([0, 1, 1, 2].map((nonce) => signTransfer(nonce)))
  const other = await signTransfer(1, sender.address)
  const results = await Promise.allSettled([...raws, other].map((raw) => world.chain.sendRawTransaction(raw)))
  const accepted = results.map(({ status }) => status === 'fulfilled')
  expect(accepted).toEqual([true, true, false, true, false])
  await expect.poll(() => balance(RECEIVER), { interval: 2 }).toBe(3n)
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
  await expect(world.chain.fund(RECEIVER, 10n ** 30n)).rejects.toMatchObject({ code: '53100' })
  expect(world.chain.fault?.()).toBe('takes nothing: its disk is full')
  // The disk fills up after the transaction is accepted and before it is mined.
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
  expect(world.chain.fault?.()).toBeUndefined()
})

// `npm run bench -- service` measures the number of transactions per second.
test('behavior: hundreds of transactions sent at once are all accepted and mined', async () => {
  const raws = await Promise.all(Array.from({ length: 600 }, (_, nonce) => signTransfer(nonce)))
  const hashes = await Promise.all(raws.map((raw) => world.chain.sendRawTransaction(raw)))
  await mined(hashes.at(-1)!)
  expect(await balance(RECEIVER)).toBe(600n)
})
