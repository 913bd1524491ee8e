import * as z from 'zod/mini'
import { usageDaySchema } from '#protocol/org/usage.ts'
import type { Database } from '#service/db/database.ts'
import type { DayCounts } from './count-days.ts'

const countsSchema = z.omit(usageDaySchema, { day: true, gasWei: true, apiRequests: true })

/** Those of the days that were counted before, by day. One that cannot be read is counted again. */
export async function keptDays(
  db: Database,
  organizationId: string,
  days: readonly string[],
): Promise<Map<string, DayCounts>> {
  const rows = await db
    .selectFrom('usage_days')
    .select(['day', 'counts'])
    .where('organization_id', '=', organizationId)
    .where('day', 'in', days)
    .execute()
  return new Map(
    rows.flatMap(({ day, counts }) => {
      const parsed = countsSchema.safeParse(counts)
      return parsed.success ? [[day, parsed.data] as const] : []
    }),
  )
}

/** Keeps days that can change no more. */
export async function keepDays(
  db: Database,
  organizationId: string,
  days: readonly { day: string; counts: DayCounts | undefined }[],
): Promise<void> {
  if (days.length === 0) return
  await db
    .insertInto('usage_days')
    .values(
      days.map(({ day, counts }) => ({
        organization_id: organizationId,
        day,
        counts: JSON.stringify(counts),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
