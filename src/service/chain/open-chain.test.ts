import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { respondWith, startAnsweringNode } from '#service/testing/answering-node.ts'
import { startPlainAnvil, type PlainAnvil } from '#service/testing/plain-anvil.ts'
import { readHeader, readNewest } from './chain-data.ts'
import type { ChainConnection } from './chain.ts'
import { openChain } from './open-chain.ts'
import type { BlockHeader } from './rpc-schemas.ts'

const SECONDS_WITHOUT_BLOCKS = 3_600
const log = pino({ level: 'silent' })

/** The remaining methods that are called at startup. */
const OTHERS_ASKED: ReadonlySet<string> = new Set([
  'eth_gasPrice',
  'eth_estimateGas',
  'eth_getTransactionCount',
  'eth_getCode',
  'eth_sendRawTransaction',
])

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
  const chain = await openChain({ rpcUrl, chainId, log, pollMs: 20 })
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

test('error: rejects a node of another chain with a message', async () => {
  const rpcUrl = await startAnsweringNode(respondWith({ result: '0x1' }))
  await expect(openChain({ rpcUrl, chainId: 5, log })).rejects.toThrow(
    'RPC_URL serves chain 1, but CHAIN_ID is 5',
  )
})

test('error: reports a redirect and does not follow it', async () => {
  const rpcUrl = await startAnsweringNode(
    (response) => void response.writeHead(308, { location: '/other?key=s3cret' }).end(),
  )
  await expect(openChain({ rpcUrl, chainId: 5, log })).rejects.toThrow(
    /^RPC_URL redirects \(status 308\)\. Set it to the address to which it leads\.$/,
  )
})

test('error: rejects a node that is down', async () => {
  await expect(openChain({ rpcUrl: 'http://127.0.0.1:9', chainId: 5, log })).rejects.toMatchObject({
    code: 'CHAIN_FAILED',
  })
})

test('behavior: announces new blocks while there is a listener, also after the node was down', async () => {
  let number = 1
  let away = false
  const rpcUrl = await startAnsweringNode((response, body) => {
    if (away) return void response.destroy()
    if (body.method === 'eth_chainId') return respondWith({ result: '0x5' })(response, body)
    if (body.method === 'eth_call') return respondWith({ result: '0x' })(response, body)
    if (OTHERS_ASKED.has(body.method)) return respondWith({ result: '0x1' })(response, body)
    const hashOf = (block: number) => `0x${block.toString(16).padStart(64, '0')}`
    const hashes = { hash: hashOf(number), parentHash: hashOf(number - 1) }
    const block = { number: `0x${number.toString(16)}`, ...hashes, timestamp: '0x1' }
    respondWith({ result: { ...block, transactions: [] } })(response, body)
  })
  const chain = await openChain({ rpcUrl, chainId: 5, log, pollMs: 5 })
  closers.push(() => chain.close())
  expect(chain.hasP256Precompile).toBe(false)
  const seen: bigint[] = []
  const ignore = chain.onBlock((block) => seen.push(block.number))
  await expect.poll(() => seen).toEqual([1n])
  away = true
  number = 2
  away = false
  await expect.poll(() => seen).toEqual([1n, 2n])
  const known = () => chain.knownBlocks?.().map((block) => block.number)
  await expect.poll(known).toEqual([1n, 2n])
  // Block 3 is missing. The blocks below a gap may have been replaced, so they are no longer known.
  number = 4
  await expect.poll(known).toEqual([4n])
  ignore()
  // Blocks are forgotten when they are no longer polled.
  await expect.poll(known).toEqual([])
})
