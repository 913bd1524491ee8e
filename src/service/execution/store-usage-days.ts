import { sql } from 'kysely'
import { REORG_DEPTH_MAX } from '#service/chain/chain-data.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import { lastDays } from './last-days.ts'
import {
  type Counts,
  type DayCounts,
  type Period,
  type Hours,
  type CountedHour,
  sumTransactions,
} from './usage-counts.ts'

/** Days after which a day is final: its held transactions have expired, and no reorganization goes back so far. */
const FINAL_AFTER_DAYS = 2
/**
 * Time after the end of an hour until its counts are stored, in milliseconds. It leaves time for transactions
 * whose storing was delayed.
 */
const LATE_MS = 3_600_000

/** The counts of a period. `known`: hours that were stored before. */
type Found = {
  days: ReadonlyMap<string, DayCounts>
  known: Hours<Counts>
  counted: Hours<CountedHour>
  /** The next block to read. All logs before it are read. */
  next: bigint
}
type StoredDay = { day: string; counts: string | null; hours: string }

/** Stores the days and hours whose counts cannot change any more. */
export async function storeFinal(
  { db, clock }: HasClock & HasDatabase,
  { organizationId }: Period,
  { days, known, counted, next }: Found,
): Promise<void> {
  const now = clock.now()
  const openDays = lastDays(now, FINAL_AFTER_DAYS)
  const firstOpenHour = new Date(now.getTime() - LATE_MS).toISOString().slice(0, 13)
  const rows: StoredDay[] = []
  for (const [day, counts] of days) {
    const hours = hoursOfDay(counted, day)
    if (openDays.includes(day)) {
      const final = hours.filter(([hour, one]) => hour < firstOpenHour && isFinalHour(one, next))
      const knownHours = hoursOfDay(known, day)
      const stored = [...knownHours, ...final.map(([hour, one]) => [hour, one.counts] as const)]
      if (final.length > 0)
        rows.push({ day, counts: null, hours: JSON.stringify(Object.fromEntries(stored)) })
    } else if (counts.transactions.open === 0 && hours.every(([, { lastBlock }]) => lastBlock < next)) {
      rows.push({ day, counts: JSON.stringify(counts), hours: '{}' })
    }
  }
  if (rows.length === 0) return
  await db
    .insertInto('usage_days')
    .values(rows.map((row) => ({ ...row, organization_id: organizationId })))
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'day'])
        .doUpdateSet({ counts: sql`excluded.counts`, hours: sql`excluded.hours` }),
    )
    .execute()
}

/** Returns whether an hour has transactions and no reorg can remove their blocks any more. */
function isFinalHour({ counts, lastBlock }: CountedHour, next: bigint): boolean {
  return sumTransactions(counts) > 0 && lastBlock + REORG_DEPTH_MAX < next
}

function hoursOfDay<Value>(hours: Hours<Value>, day: string): [hour: string, value: Value][] {
  return [...hours].filter(([hour]) => hour.startsWith(day))
}
