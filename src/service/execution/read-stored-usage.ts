import * as z from 'zod/mini'
import { usageDaySchema } from '#protocol/usage.ts'
import type { Database } from '#service/db/database.ts'
import type { Counts, DayCounts } from './usage-counts.ts'

const countsSchema = z.object({
  transactions: usageDaySchema.shape.transactions,
  fees: usageDaySchema.shape.fees,
  sent: usageDaySchema.shape.fees,
})
const dayCountsSchema = z.extend(countsSchema, { walletsCreated: z.number() })
const hoursSchema = z.record(z.string(), countsSchema)

type Stored = { days: Map<string, DayCounts>; hours: Map<string, Counts> }

/** The stored counts of the days, by day and by hour. Counts that cannot be read are left out, so they are counted again. */
export async function findStored(
  db: Database,
  organizationId: string,
  days: readonly string[],
): Promise<Stored> {
  const rows = await db
    .selectFrom('usage_days')
    .select(['day', 'counts', 'hours'])
    .where('organization_id', '=', organizationId)
    .where('day', 'in', days)
    .execute()
  const found: Stored = { days: new Map(), hours: new Map() }
  for (const { day, counts, hours } of rows) {
    const parsed = dayCountsSchema.safeParse(counts)
    if (parsed.success) {
      found.days.set(day, parsed.data)
      continue
    }
    const storedHours = hoursSchema.safeParse(hours).data ?? {}
    for (const [hour, one] of Object.entries(storedHours)) found.hours.set(hour, one)
  }
  return found
}
