import type { RelayParts } from './relay-parts.ts'
import type { RelayOutcome } from './relay.ts'

/** For an outcome that another process recorded: the row is read now and then. */
const LOOK_MS = 500

/** Those who wait for outcomes in this process. */
export function createOutcomeWaiters(parts: RelayParts) {
  const waiters = new Map<string, Set<(outcome: RelayOutcome | undefined) => void>>()

  function look(id: string): void {
    readOutcome(parts, id).then(
      (outcome) => outcome && settled(outcome),
      (error: unknown) => parts.log.warn({ err: error }, 'an outcome could not be read'),
    )
  }
  function settled(outcome: RelayOutcome): void {
    for (const finish of waiters.get(outcome.id) ?? []) finish(outcome)
  }

  function wait(id: string, timeoutMs: number): Promise<RelayOutcome | undefined> {
    return new Promise((resolve) => {
      const finish = (outcome: RelayOutcome | undefined) => {
        clearTimeout(timeout)
        clearInterval(looking)
        const others = waiters.get(id)
        others?.delete(finish)
        if (others?.size === 0) waiters.delete(id)
        resolve(outcome)
      }
      const timeout = setTimeout(() => finish(undefined), timeoutMs)
      const looking = setInterval(() => look(id), LOOK_MS)
      waiters.set(id, (waiters.get(id) ?? new Set()).add(finish))
      look(id)
    })
  }
  return {
    wait,
    settled,
    stop: () => {
      for (const all of waiters.values()) for (const finish of all) finish(undefined)
    },
  }
}

async function readOutcome(parts: RelayParts, id: string): Promise<RelayOutcome | undefined> {
  const row = await parts.db
    .selectFrom('relayed_transactions')
    .select(['status', 'hash', 'block_number', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined || row.status === 'signed') return undefined
  const { hash } = row
  const blockNumber = row.block_number === null ? undefined : BigInt(row.block_number)
  if (row.status === 'confirmed' && blockNumber !== undefined)
    return { id, status: 'confirmed', hash, blockNumber }
  const reason = row.reason ?? 'the call reverted'
  return { id, status: 'failed', hash, reason, ...(blockNumber === undefined ? {} : { blockNumber }) }
}
