import type { HasChain, HasClock, HasDatabase } from '#service/context-parts.ts'
import { findProgress } from '#service/holdings/index-progress.ts'
import { countHours } from './count-usage-hours.ts'
import { countUnconfirmed, countWallets } from './count-usage-period.ts'
import { findStored } from './read-stored-usage.ts'
import { storeFinal } from './store-usage-days.ts'
import {
  addCounts,
  newCounts,
  newDay,
  sumTransactions,
  type Counts,
  type DayCounts,
  type Hours,
  type Period,
} from './usage-counts.ts'

/** Days per query. Finished days are cached, so each query stays short. */
const DAYS_AT_ONCE = 7

/**
 * Counts of each of these UTC days, `YYYY-MM-DD`, in ascending order. A response reads few rows, however much an
 * organization does:
 *
 *   day is stored                      -> stored counts
 *   other days, DAYS_AT_ONCE together:
 *     hour is stored and has no newly
 *     confirmed transaction            -> stored counts, with the present states of its other transactions
 *     other hours                      -> counted in `transactions` and in the logs of tokens
 *     sum of the hours                 -> stored if it cannot change; of the last two days, the hours that cannot
 */
export async function readDays(
  ctx: HasChain & HasClock & HasDatabase,
  organizationId: string,
  days: readonly string[],
): Promise<Map<string, DayCounts>> {
  const stored = await findStored(ctx.db, organizationId, days)
  const missing = days.filter((day) => !stored.days.has(day))
  for (let from = 0; from < missing.length; from += DAYS_AT_ONCE) {
    const some = missing.slice(from, from + DAYS_AT_ONCE)
    const period = { organizationId, chainId: ctx.chain.id, days: some }
    for (const [day, counts] of await countDays(ctx, period, stored.hours)) stored.days.set(day, counts)
  }
  return new Map(days.map((day) => [day, stored.days.get(day) ?? newDay()]))
}

async function countDays(
  ctx: HasClock & HasDatabase,
  period: Period,
  stored: Hours<Counts>,
): Promise<Map<string, DayCounts>> {
  const { db } = ctx
  const [unconfirmed, wallets, progress] = await Promise.all([
    countUnconfirmed(db, period),
    countWallets(db, period),
    findProgress(db, period.chainId),
  ])
  const known = findUnchanged(stored, unconfirmed)
  const unknown = period.days.flatMap(listHours).filter((hour) => !known.has(hour))
  const counted = await countHours(db, period, unknown)

  const days = new Map(period.days.map((day) => [day, newDay()]))
  for (const [hour, counts] of known) addCounts(days.get(toDay(hour)), counts)
  for (const [hour, { counts }] of counted) addCounts(days.get(toDay(hour)), counts)
  for (const { day, count } of wallets) {
    const counts = days.get(day)
    if (counts !== undefined) counts.walletsCreated = count
  }
  await storeFinal(ctx, period, { days, known, counted, next: progress?.next ?? 0n })
  return days
}

/** Returns hours as `YYYY-MM-DDTHH` in UTC, so that hours and days compare as strings. */
function listHours(day: string): string[] {
  return Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`)
}

function toDay(hour: string): string {
  return hour.slice(0, 10)
}

/**
 * Returns the stored hours that are still valid, with the present states of their transactions. An hour is
 * not valid if transactions were confirmed after it was stored. Confirmed transactions of a stored hour stay
 * confirmed. Therefore, if the number of its transactions in all states equals the stored one, no further
 * transaction was confirmed.
 */
function findUnchanged(stored: Hours<Counts>, unconfirmed: Hours<Counts['transactions']>): Hours<Counts> {
  const unchanged = new Map<string, Counts>()
  for (const [hour, counts] of stored) {
    const { confirmed } = counts.transactions
    const transactions = { ...newCounts().transactions, ...unconfirmed.get(hour), confirmed }
    const present = { ...counts, transactions }
    if (sumTransactions(present) === sumTransactions(counts)) unchanged.set(hour, present)
  }
  return unchanged
}
