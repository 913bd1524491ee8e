import { randomUUID } from 'node:crypto'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { renew, returnLease, takeLease, type Lease } from '#service/db/leases.ts'
import type { Lane } from './lane.ts'
import type { RelayParts } from './relay-parts.ts'
import type { SweepScope } from './sweep.ts'

/** How long the others wait for a process that holds a lane and does not renew it, in sweeps. */
const LEASE_SWEEPS = 2
const LEASE_MS_MIN = 2_000

export type LaneWork = {
  lane: Pick<Lane, 'address'>
  run: (scope: SweepScope) => Promise<void>
}

/** The lanes that this process looks after. */
class HeldLanes {
  private readonly parts: RelayParts
  private readonly owner = randomUUID()
  private readonly ttlMs: number
  private readonly held = new Set<string>()

  constructor(parts: RelayParts) {
    this.parts = parts
    this.ttlMs = Math.max(LEASE_MS_MIN, parts.settings.sweepMs * LEASE_SWEEPS)
  }

  /** Runs the work if the lane is or becomes this process's. */
  async sweep({ lane, run }: LaneWork, scope: SweepScope): Promise<void> {
    const { parts, owner, ttlMs, held } = this
    const lease: Lease = { name: `relayer ${parts.chain.id} ${lane.address}`, owner, ttlMs }
    if (!(await takeLease(parts.db, lease))) {
      held.delete(lease.name)
      return
    }
    // What the lane's last process left is all looked at once.
    const isNew = !held.has(lease.name)
    held.add(lease.name)
    const renewing = renew(parts, lease)
    try {
      await run(isNew ? 'start' : scope)
    } finally {
      clearInterval(renewing)
    }
  }

  async giveBack(): Promise<void> {
    try {
      for (const name of this.held) await returnLease(this.parts.db, { name, owner: this.owner })
    } catch (error) {
      this.parts.log.warn({ err: error }, 'a lease could not be given back; it will expire')
    }
    this.held.clear()
  }
}

/**
 * Sweeps each lane in one process at a time, by a lease: all of them may submit, because nonces are taken under
 * the lane's row, and one looks after what is open. A process that ends is followed within the lease's time.
 * A failed sweep is tried again with the next.
 *
 * @param always what every process does with each sweep, lease or not
 */
export function createSweeper(parts: RelayParts, works: readonly LaneWork[], always: () => Promise<void>) {
  const lanes = new HeldLanes(parts)
  let scope: SweepScope = 'start'
  const loop = createJobLoop({
    round: async () => {
      const now = scope
      scope = 'regular'
      await Promise.all([always(), ...works.map((work) => lanes.sweep(work, now))])
    },
    pollMs: parts.settings.sweepMs,
    log: parts.log,
    complaint: 'open transactions could not be looked after; trying again',
  })
  return {
    start: () => {
      loop.start()
      return loop.idle()
    },
    /** Sweeps once more, as soon as possible and everything. */
    soon: () => {
      scope = 'start'
      loop.wake()
    },
    stop: async () => {
      await loop.stop()
      await lanes.giveBack()
    },
  }
}
