import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { UnexpectedAnswer } from '#service/chain/rpc.ts'
import type { HasChain, HasClock, HasDatabase, HasLog, HasMetrics } from '#service/context-parts.ts'
import { returnLease, takeLease, type Lease } from '#service/db/leases.ts'
import { createIndexStep } from './index-chain.ts'
import { blocksBehind, LeaseLost } from './index-progress.ts'
import { StaleRead } from './read-range.ts'

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
  let fault: string | undefined
  ctx.metrics.addCollector(async () => {
    ctx.metrics.indexerBlocksBehind.set(Number((await blocksBehind(ctx)) ?? 0n))
  })

  async function round(): Promise<boolean> {
    await pace
    if (stopping.signal.aborted || !(await takeLease(ctx.db, lease))) return false
    const startedAt = performance.now()
    const isMore = await step().catch(noteFault)
    fault = undefined
    // While the index catches up, each step is followed by a pause of the same length, so that requests can use the
    // embedded engine.
    const restMs = isMore ? Math.min(performance.now() - startedAt, paceMs) : paceMs
    pace = wait(restMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    return isMore
  }
  function noteFault(error: unknown): false {
    // Another process has the lease, or the chain changed during the reading. The next block resolves both.
    if (error instanceof LeaseLost || error instanceof StaleRead) return false
    if (error instanceof UnexpectedAnswer && fault === undefined) {
      fault = `the node responds to ${error.method} in an unknown shape, so reading the history stopped`
      ctx.log.error({ alarm: 'chain-logs-not-understood', method: error.method }, fault)
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
    fault: () => fault,
    stop: async () => {
      ignoreBlocks()
      stopping.abort()
      await loop.stop()
      await returnLease(ctx, lease)
    },
  }
}
