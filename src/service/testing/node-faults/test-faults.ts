import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test } from 'vitest'
import { quantity, quantitySchema } from '#service/chain/rpc-schemas.ts'
import { startFaultProxy, type FaultProxy } from '#service/testing/fault-proxy.ts'
import { expectExact, expectRefused, type JobAccount } from '#service/testing/job-account.ts'
import { startJobService, type JobService } from '#service/testing/job-service.ts'
import { startPlainAnvil, type PlainAnvil } from '#service/testing/plain-anvil.ts'
import type { FaultRow } from './fault-row.ts'

let running: { stop: () => Promise<void> }[] = []

/** Runs the main job over a node with each of the faults. */
export function testFaults(rows: readonly FaultRow[]): void {
  afterEach(async () => {
    for (const part of running.toReversed()) await part.stop()
    running = []
  })
  test.each(rows.map((row) => [row.name, row] as const))(
    'behavior: the main job over a node with %s',
    async (_name, row) => {
      const node = await startNode(row)
      const proxy = await startFaultProxy(node.url, row.needsOther ? (await startOther()).url : node.url)
      running.push({ stop: proxy.close })
      if (row.seen === 'works' || row.seen === 'works when repeated') await expectWorks(row, node, proxy)
      else if (row.seen.refused === 'each request') await expectRefusals(row, node, proxy)
      else await expectNoStart(row, node, proxy)
    },
  )
}

async function expectWorks(row: FaultRow, node: PlainAnvil, proxy: FaultProxy): Promise<void> {
  const account = await runOver(row, node, proxy, {})
  expectExact(account)
  expect(account.bundles, 'several calls in one transaction').toBeGreaterThan(0)
  const repeats = account.attempted.reduce((sum, attempt) => sum + attempt.repeats, 0)
  if (row.seen === 'works') expect(repeats, 'requests that were sent again').toBe(0)
}

async function expectRefusals(row: FaultRow, node: PlainAnvil, proxy: FaultProxy): Promise<void> {
  const account = await runOver(row, node, proxy, { repeatsMax: 2 })
  expectRefused(account)
  const sentence = typeof row.seen === 'object' ? row.seen.sentence : ''
  for (const { text } of account.attempted) expect(text).toContain(sentence)
}

/** Expects that only requests without a transaction reach the mempool. */
async function expectNoStart(row: FaultRow, node: PlainAnvil, proxy: FaultProxy): Promise<void> {
  proxy.fault = row.create()
  const before = await node.head()
  const sentence = typeof row.seen === 'object' ? row.seen.sentence : ''
  await expect(start(row, node, proxy)).rejects.toThrow(sentence)
  expect(await countTransactions(node, before)).toBe(0)
}

/** Number of transactions in the blocks after a given one. The node also mines empty blocks. */
async function countTransactions({ rpc, head }: PlainAnvil, after: bigint): Promise<number> {
  let count = 0
  for (let block = after + 1n; block <= (await head()); block += 1n) {
    const params = [quantity(block)]
    count += Number(await rpc.request(quantitySchema, 'eth_getBlockTransactionCountByNumber', params))
  }
  return count
}

async function start({ service }: FaultRow, node: PlainAnvil, proxy: FaultProxy): Promise<JobService> {
  const started = await startJobService({ ...service, node, rpcUrl: proxy.url })
  running.push(started)
  return started
}

async function runOver(
  row: FaultRow,
  node: PlainAnvil,
  proxy: FaultProxy,
  options: { repeatsMax?: number },
): Promise<JobAccount> {
  const { create, from, clockStepMs } = row
  const fault = create()
  if (from === 'start') proxy.fault = fault
  const job = await start(row, node, proxy)
  const { clock } = job.service.ctx
  proxy.now = () => clock.now().getTime()
  return job.run({
    ...options,
    onStage: (stage) => {
      if (stage === from) proxy.fault = fault
    },
    between: () => clockStepMs !== undefined && clock.advance(clockStepMs),
  })
}

/** A chain with one transaction, so that a start finds a receipt to read. */
async function startNode({ node, chainAheadSeconds }: FaultRow): Promise<PlainAnvil> {
  const started = await startPlainAnvil(node)
  running.push(started)
  const account = privateKeyToAccount(generatePrivateKey())
  await started.fund(account.address, 10n ** 18n)
  if (chainAheadSeconds !== undefined) await started.setAhead(chainAheadSeconds)
  const fees = { maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
  const form = {
    type: 'eip1559',
    chainId: started.chainId,
    nonce: 0,
    to: account.address,
    gas: 21_000n,
  } as const
  await started.send(await account.signTransaction({ ...form, ...fees }))
  // A node accepts a transaction before it has mined it.
  const params = [account.address, 'latest']
  await expect.poll(() => started.rpc.request(quantitySchema, 'eth_getTransactionCount', params)).toBe(1n)
  // A node may count a transaction shortly before it reports the block that contains it.
  await expect.poll(() => started.head()).toBeGreaterThanOrEqual(1n)
  return started
}

/** A node of another chain, on which no part of a run may appear. */
async function startOther(): Promise<PlainAnvil> {
  const started = await startPlainAnvil({ chainId: 77_002 })
  running.push(started)
  return started
}
