import { EventEmitter, once } from 'node:events'
import { findRow } from '#service/db/find-row.ts'
import type { RelayParts } from './relay-parts.ts'
import type { RelayOutcome } from './relay.ts'

/** Poll interval for outcomes recorded by other processes, in milliseconds. */
const LOOK_MS = 500

/** Creates the waiters for outcomes in this process. */
export function createOutcomeWaiters(parts: RelayParts): {
  wait: (id: string, timeoutMs: number) => Promise<RelayOutcome | undefined>
  settled: (outcome: RelayOutcome) => void
  stop: () => void
} {
  /** Emits events named by the id of the transaction. */
  const outcomes = new EventEmitter().setMaxListeners(0)

  function look(id: string): void {
    readOutcome(parts, id).then(
      (outcome) => outcome && settled(outcome),
      (error: unknown) => parts.log.warn({ err: error }, 'an outcome could not be read'),
    )
  }
  function settled(outcome: RelayOutcome): void {
    outcomes.emit(outcome.id, outcome)
  }
  async function wait(id: string, timeoutMs: number): Promise<RelayOutcome | undefined> {
    const looking = setInterval(() => look(id), LOOK_MS)
    look(id)
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const [outcome]: (RelayOutcome | undefined)[] = await once(outcomes, id, { signal })
      return outcome
    } catch {
      return undefined
    } finally {
      clearInterval(looking)
    }
  }
  return {
    wait,
    settled,
    stop: () => {
      for (const id of outcomes.eventNames()) outcomes.emit(id, undefined)
    },
  }
}

async function readOutcome(parts: RelayParts, id: string): Promise<RelayOutcome | undefined> {
  const names = ['status', 'hash', 'block_number', 'reason'] as const
  const row = await findRow(parts.db, 'relayed_transactions', names, { id })
  if (row === undefined || row.status === 'signed') return undefined
  const { hash } = row
  const blockNumber = row.block_number === null ? undefined : BigInt(row.block_number)
  if (row.status === 'confirmed' && blockNumber !== undefined)
    return { id, status: 'confirmed', hash, blockNumber }
  const reason = row.reason ?? 'the call reverted'
  return { id, status: 'failed', hash, reason, ...(blockNumber === undefined ? {} : { blockNumber }) }
}
