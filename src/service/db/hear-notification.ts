import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { notify } from './notifications.ts'
import type { OpenDatabase } from './open-database.ts'

const HEARD_MS_MAX = 3_000

/**
 * Sends a notification to this process and returns whether it arrives. A pooler in transaction mode takes the
 * listening session away, so no notification arrives.
 */
export async function hearNotification(
  { db, notifications }: Pick<OpenDatabase, 'db' | 'notifications'>,
  heardMsMax = HEARD_MS_MAX,
): Promise<boolean> {
  const sent = randomUUID()
  const arrivals = new EventEmitter()
  const stop = await notifications.listen('probe', (payload) => void arrivals.emit(payload ?? ''))
  try {
    const arrival = once(arrivals, sent, { signal: AbortSignal.timeout(heardMsMax) })
    const isHeard = arrival.then(
      () => true,
      () => false,
    )
    await notify(db, 'probe', sent)
    return await isHeard
  } finally {
    stop()
  }
}
