import { randomUUID } from 'node:crypto'
import { renew, returnLease, takeLease, type Lease } from '#service/db/leases.ts'
import type { Lane } from './lane.ts'
import type { RelayParts } from './relay-parts.ts'
import type { SweepScope } from './sweep.ts'

/** How long the others wait for a process that holds a lane and says nothing, in sweeps. */
const LEASE_SWEEPS = 2
const LEASE_MS_MIN = 2_000

export type LaneWork = {
  lane: Pick<Lane, 'address'>
  run: (scope: SweepScope) => Promise<void>
}

/** Sweeps at the start, then again and again, one at a time. */
export type Sweeper = {
  start: () => Promise<void>
  /** Sweeps once more, as soon as possible and everything. */
  soon: () => void
  stop: () => Promise<void>
}

/**
 * Sweeps each lane in one process at a time, by a lease: all of them may submit, because nonces are taken under
 * the lane's row, and one looks after what is open. A process that ends is followed within the lease's time.
 * A failed sweep is tried again with the next.
 *
 * @param always what every process does with each sweep, lease or not
 */
export function createSweeper(
  parts: RelayParts,
  works: readonly LaneWork[],
  always: () => Promise<void>,
): Sweeper {
  const owner = randomUUID()
  const ttlMs = Math.max(LEASE_MS_MIN, parts.settings.sweepMs * LEASE_SWEEPS)
  const held = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopped = false

  async function sweepLane({ lane, run }: LaneWork, scope: SweepScope): Promise<void> {
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
  function sweepAll(scope: SweepScope): Promise<void> {
    running ??= Promise.all([always(), ...works.map((work) => sweepLane(work, scope))])
      .then(() => undefined)
      .catch((error: unknown) => {
        parts.log.warn({ err: error }, 'open transactions could not be looked after; trying again')
      })
      .finally(() => {
        running = undefined
        schedule(parts.settings.sweepMs, 'regular')
      })
    return running
  }
  function schedule(ms: number, scope: SweepScope): void {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => void sweepAll(scope), ms)
    timer.unref()
  }
  async function giveBack(): Promise<void> {
    for (const name of held) await returnLease(parts.db, { name, owner })
    held.clear()
  }
  return {
    start: () => sweepAll('start'),
    soon: () => schedule(0, 'start'),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
      await giveBack().catch((error: unknown) => {
        parts.log.warn({ err: error }, 'a lease could not be given back; it will expire')
      })
    },
  }
}
