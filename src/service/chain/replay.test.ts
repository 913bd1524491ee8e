import { readdir, readFile, truncate, writeFile, appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openEmbeddedChain, RECEIVER, sender } from '#service/testing/embedded-chains.ts'
import { quantitySchema } from './rpc-schemas.ts'

const world = openEmbeddedChain()
const { start, restart, send, balance, block, receipt, mined } = world

test('behavior: keeps blocks, receipts, balances and nonces across a restart, with the same hashes', async () => {
  const hashes: Hex[] = []
  for (let nonce = 0; nonce < 30; nonce += 1) hashes.push(await send(nonce))
  await mined(hashes.at(-1)!)
  const head = await block('latest')
  const receipts = await Promise.all(hashes.map(receipt))
  await restart()
  expect(await block('latest')).toEqual(head)
  expect(await Promise.all(hashes.map(receipt))).toEqual(receipts)
  expect(await balance(RECEIVER)).toBe(30n)
  expect(
    await world.chain.rpc.request(quantitySchema, 'eth_getTransactionCount', [sender.address, 'latest']),
  ).toBe(30n)
})

test('behavior: keeps transactions that still wait in the pool', async () => {
  const behindGap = await send(1)
  await restart()
  expect(await receipt(behindGap)).toBeNull()
  await mined(await send(0))
  await mined(behindGap)
})

test('behavior: snapshots limit the replay, and pending transactions survive them', async () => {
  await restart({ snapshotBlocks: 5 })
  const behindGap = await send(1_000)
  for (let nonce = 0; nonce < 24; nonce += 1) await mined(await send(nonce))
  const head = await block('latest')
  const files = (await readdir(world.directory)).toSorted()
  expect(files.filter((name) => name.startsWith('snapshot-'))).toHaveLength(2)
  expect(files.filter((name) => name.startsWith('blocks-'))).toHaveLength(2)
  await restart({ snapshotBlocks: 5 })
  expect(await block('latest')).toEqual(head)
  expect(await world.chain.rpc.request(z.unknown(), 'eth_getTransactionByHash', [behindGap])).not.toBeNull()
  await mined(await send(24))
  expect(await balance(RECEIVER)).toBe(25n)
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
  expect(await balance(RECEIVER)).toBe(14n)
  await mined(await send(14))
})

test('behavior: a damaged snapshot only makes the replay longer', async () => {
  await restart({ snapshotBlocks: 4 })
  for (let nonce = 0; nonce < 14; nonce += 1) await mined(await send(nonce))
  const head = await block('latest')
  await world.chain.close()
  const snapshots = (await readdir(world.directory)).filter((name) => name.startsWith('snapshot-'))
  const newest = snapshots.toSorted((a, b) => Number(b.slice(9, -8)) - Number(a.slice(9, -8)))[0]!
  await writeFile(join(world.directory, newest), '{"half')
  await start({ snapshotBlocks: 4 })
  expect(await block('latest')).toEqual(head)
  await mined(await send(14))
})

test('behavior: drops a torn last line', async () => {
  await mined(await send(0))
  const head = await block('latest')
  await world.chain.close()
  await appendFile(join(world.directory, 'blocks-0.log'), '0badc0de {"kind":"tx","raw":"0x02f8')
  await start()
  expect(await block('latest')).toEqual(head)
  await mined(await send(1))
  await restart()
  expect(await balance(RECEIVER)).toBe(2n)
})

test('behavior: a log cut at any byte starts with its complete records', async () => {
  for (let nonce = 0; nonce < 3; nonce += 1) await mined(await send(nonce))
  await world.chain.close()
  const path = join(world.directory, 'blocks-0.log')
  const whole = await readFile(path)
  for (const share of [0.95, 0.6, 0.3, 0.05]) {
    await truncate(path, Math.floor(whole.length * share))
    await start()
    expect((await block('latest')).number).toBeLessThan(4n)
    await world.chain.close()
  }
  await start()
})

test('error: rejects a log damaged in the middle', async () => {
  for (let nonce = 0; nonce < 3; nonce += 1) await mined(await send(nonce))
  await world.chain.close()
  const path = join(world.directory, 'blocks-0.log')
  const whole = await readFile(path, 'utf8')
  await writeFile(path, whole.replace('"kind":"mine"', '"kind":"mime"'))
  await expect(start()).rejects.toThrow(/damaged in the middle/)
  await writeFile(path, whole)
  await start()
})

test('error: rejects a log that leads to another block', async () => {
  await mined(await send(0))
  await world.chain.close()
  const path = join(world.directory, 'blocks-0.log')
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
  await start()
})
