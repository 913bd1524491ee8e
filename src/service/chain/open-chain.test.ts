import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { startPlainAnvil, type PlainAnvil } from '#service/testing/plain-anvil.ts'
import { readHeader, readNewest } from './chain-data.ts'
import type { ChainConnection } from './chain.ts'
import { openChain } from './open-chain.ts'
import type { BlockHeader } from './rpc-schemas.ts'

const SECONDS_WITHOUT_BLOCKS = 3_600
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

function listNumbers({ knownBlocks }: ChainConnection): bigint[] | undefined {
  return knownBlocks?.().map(({ number }) => number)
}

async function start(): Promise<{ anvil: PlainAnvil; chain: ChainConnection }> {
  const anvil = await startPlainAnvil({ blockTime: SECONDS_WITHOUT_BLOCKS })
  closers.push(anvil.stop)
  const { url: rpcUrl, chainId } = anvil
  const chain = await openChain({ rpcUrl, chainId, log: pino({ level: 'silent' }), pollMs: 20 })
  closers.push(chain.close)
  return { anvil, chain }
}

test('behavior: blocks between two polls are announced in order, and all of them are known', async () => {
  const { anvil, chain } = await start()
  const seen: bigint[] = []
  chain.onBlock(({ number }) => seen.push(number))
  await expect.poll(() => seen).toEqual([0n])
  await anvil.mine(3)
  await expect.poll(() => seen).toEqual([0n, 1n, 2n, 3n])
  await expect.poll(() => listNumbers(chain)).toEqual([0n, 1n, 2n, 3n])
})

test('behavior: after a reorg only ancestors of the newest block are known', async () => {
  const { anvil, chain } = await start()
  let newest = -1n
  chain.onBlock(({ number }) => (newest = number))
  await anvil.mine(3)
  await expect.poll(() => newest).toBe(3n)
  await anvil.reorganize(2)
  await anvil.mine(2)
  let known: readonly BlockHeader[] = []
  await expect
    .poll(() => (known = chain.knownBlocks?.() ?? []).map(({ number }) => number))
    .toEqual(expect.arrayContaining([4n, 5n]))
  for (const { number, hash } of known) expect((await readHeader(chain, number))?.hash).toBe(hash)
})

test('behavior: concurrent reads of the newest block share one request', async () => {
  const { anvil, chain } = await start()
  await anvil.mine(2)
  const asked = vi.spyOn(chain.rpc, 'request')
  const newest = await Promise.all([readNewest(chain), readNewest(chain), readNewest(chain)])
  expect(newest.map(({ number }) => number)).toEqual([2n, 2n, 2n])
  expect(asked).toHaveBeenCalledTimes(1)
})
