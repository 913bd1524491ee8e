import { randomUUID } from 'node:crypto'
import type { Context } from '#service/context.ts'
import { returnLease, takeLease, type Lease } from '#service/db/leases.ts'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { followOutcomes } from './follow-outcomes.ts'
import { outcomeChain } from './outcome-chain.ts'
import { outcomeStore } from './outcome-store.ts'

export type OutcomeJobs = { start: () => Promise<void>; stop: () => Promise<void> }

/** Several blocks within this time are read together. */
const PACE_MS = 200
/** Blocks and notifications are what usually wakes it. */
const POLL_MS = 5_000
const LEASE_MS = 15_000

/** Looks what wallets did with the digests that are watched, one process at a time for each chain. */
export function createOutcomeJobs(ctx: Context): OutcomeJobs {
  const lease: Lease = { name: `outcomes ${ctx.chain.id}`, owner: randomUUID(), ttlMs: LEASE_MS }
  const following = { chain: outcomeChain(ctx), store: outcomeStore(ctx) }
  const loop = createJobLoop({
    round: async () => (await takeLease(ctx.db, lease)) && (await followOutcomes(following)),
    paceMs: PACE_MS,
    pollMs: POLL_MS,
    log: ctx.log,
    complaint: 'outcomes could not be looked up; trying again',
  })
  const ends: (() => void)[] = []
  return {
    start: async () => {
      ends.push(await ctx.notifications.listen('outcomes', loop.wake), ctx.chain.onBlock(loop.wake))
      loop.start()
    },
    stop: async () => {
      for (const end of ends.splice(0)) end()
      await loop.stop()
      // A lease that cannot be given back ends by itself.
      await returnLease(ctx.db, lease).catch(() => undefined)
    },
  }
}
