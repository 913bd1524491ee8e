import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'

const ALARM_INTERVAL_MS = 3_600_000

/**
 * The data of the event that the organization gets. It identifies the key and never contains it. `origin` is the
 * origin of the page, if the browser sent it.
 */
export type ExposedKey = {
  organizationId: string
  keyId: string
  /** The start of the key, as lists display it. */
  start: string
  label: string
  origin: string | undefined
  at: Date
}
/** Raises the alarm in the database transaction that records the exposure. */
export type RaiseExposed = (trx: Transaction, exposed: ExposedKey) => Promise<unknown>

/**
 * Records that a browser sent a key and raises the alarm, at most once an hour per key across all processes.
 * Otherwise a page with the key would raise an alarm for every visitor (profile 6, ADR 0005).
 */
export async function reportExposedKey(
  ctx: HasClock & HasDatabase,
  exposed: Omit<ExposedKey, 'start' | 'label' | 'at'>,
  raise: RaiseExposed,
): Promise<void> {
  const at = ctx.clock.now()
  const lastAlarm = new Date(at.getTime() - ALARM_INTERVAL_MS)
  await ctx.db.transaction().execute(async (trx) => {
    const alarmed = await trx
      .updateTable('api_keys')
      .set({ exposed_at: at })
      .where('id', '=', exposed.keyId)
      .where((where) => where.or([where('exposed_at', 'is', null), where('exposed_at', '<=', lastAlarm)]))
      .returning(['start', 'label'])
      .executeTakeFirst()
    if (alarmed !== undefined) await raise(trx, { ...exposed, ...alarmed, at })
  })
}
