import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { doesNodeSay } from '#service/chain/call-sentences.ts'
import { isProvidersFault, RpcError, UnexpectedAnswer } from '#service/chain/rpc.ts'
import type { HasChain, HasClock, HasDatabase, HasLog, HasMetrics } from '#service/context-parts.ts'
import { returnLease, takeLease, type Lease } from '#service/db/leases.ts'
import { createIndexStep } from './index-chain.ts'
import { blocksBehind, LeaseLost } from './index-progress.ts'
import { StaleRead } from './read-range.ts'
import { createKeptLogsCheck } from './watch-kept-logs.ts'

/** Reads the chain's logs while it runs. Only one process per chain does so at a time. */
export type Indexer = {
  start: () => void
  /** The reason why reading stopped, if only the operator can fix it. Otherwise undefined. */
  fault: () => string | undefined
  stop: () => Promise<void>
}

const SETTINGS = {
  /** Minimum time between two polls of the newest block, in milliseconds. */
  paceMs: 200,
  /** Maximum time between two polls, and the delay before a failed poll is retried, in milliseconds. */
  pollMs: 5_000,
}
const LEASE_MS = 15_000

/**
 * Creates the indexer. No request waits for it. Responses contain the block up to which the logs are read.
 */
export function createIndexer(
  ctx: HasChain & HasClock & HasDatabase & HasLog & HasMetrics,
  settings: Partial<typeof SETTINGS> = {},
): Indexer {
  const { paceMs, pollMs } = { ...SETTINGS, ...settings }
  const lease: Lease = { name: `holdings ${ctx.chain.id}`, owner: randomUUID(), ttlMs: LEASE_MS }
  const step = createIndexStep({ ...ctx, lease })
  const stopping = new AbortController()
  let pace = Promise.resolve()
  const checkKeptLogs = createKeptLogsCheck(ctx)
  let fault: string | undefined
  let faults = 0
  let missing: string | undefined
  ctx.metrics.addCollector(async () => {
    ctx.metrics.indexerBlocksBehind.set(Number((await blocksBehind(ctx)) ?? 0n))
  })

  async function round(): Promise<boolean> {
    await pace
    if (stopping.signal.aborted || !(await takeLease(ctx.db, lease))) return false
    const startedAt = performance.now()
    missing = await checkKeptLogs().catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'whether the node keeps its logs is not known')
      return missing
    })
    const isMore = await step().catch(noteFault)
    fault = undefined
    faults = 0
    // While the index catches up, each step is followed by a pause of the same length, so that requests can use the
    // embedded engine.
    const restMs = isMore ? Math.min(performance.now() - startedAt, paceMs) : paceMs
    pace = wait(restMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    return isMore
  }
  function noteFault(error: unknown): false {
    // Another process has the lease, or the chain changed during the reading. The next block resolves both.
    if (error instanceof LeaseLost || error instanceof StaleRead) return false
    const found = describeFault(error)
    faults = found === undefined ? 0 : faults + 1
    if (found !== undefined && fault === undefined && faults >= found.after) {
      fault = `the node ${found.sentence}, so reading the history stopped`
      ctx.log.error({ alarm: found.alarm, method: found.method }, fault)
    }
    throw error
  }
  const complaint = 'the chain’s logs could not be read; trying again'
  const loop = createJobLoop({ round, pollMs, log: ctx.log, complaint })
  let ignoreBlocks = () => {}
  return {
    start: () => {
      loop.start()
      ignoreBlocks = ctx.chain.onBlock(() => loop.wake())
    },
    fault: () => fault ?? missing,
    stop: async () => {
      ignoreBlocks()
      stopping.abort()
      await loop.stop()
      await returnLease(ctx, lease)
    },
  }
}

/** Number of refusals in a row that count. Nodes behind one address may refuse a block that some do not have yet. */
const REFUSALS_MIN = 3

/** Describes a failure that repeats until the operator uses another node. Returns undefined for others. */
function describeFault(error: unknown) {
  if (error instanceof UnexpectedAnswer) {
    const { method } = error
    const sentence = `responds to ${method} in an unknown shape`
    return { alarm: 'chain-logs-not-understood', method, sentence, after: 1 }
  }
  if (!(error instanceof RpcError)) return undefined
  const { method, rpcMessage } = error
  // Other refusals of the provider pass, or affect every request.
  if (isProvidersFault(error) && !doesNodeSay('oldBlocks', rpcMessage)) return undefined
  const sentence = `refuses ${method} for the next block`
  return { alarm: 'chain-logs-refused', method, sentence, after: REFUSALS_MIN }
}
