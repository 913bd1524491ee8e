import { KEY_USAGE_DAYS } from '#protocol/org/api-keys.ts'
import type { Database } from '#service/db/database.ts'
import { dayText, epochDayOf } from '#service/keys/key-usage.ts'

/** How many requests an organization's keys made on each day for which that is kept, by `YYYY-MM-DD`. */
export async function readRequests(
  db: Database,
  organizationId: string,
  now: Date,
): Promise<Map<string, number>> {
  const today = epochDayOf(now)
  const firstDay = today - KEY_USAGE_DAYS + 1
  const rows = await db
    .selectFrom('api_key_usage as usage')
    .innerJoin('api_keys', 'api_keys.id', 'usage.key_id')
    .select((select) => ['usage.epoch_day', select.fn.sum<string>('usage.requests').as('requests')])
    .where('api_keys.organization_id', '=', organizationId)
    .where('usage.epoch_day', '>=', firstDay)
    .groupBy('usage.epoch_day')
    .execute()
  const counted = new Map(rows.map((row) => [row.epoch_day, Number(row.requests)]))
  return new Map(
    Array.from({ length: KEY_USAGE_DAYS }, (_, index) => {
      const day = firstDay + index
      return [dayText(day), counted.get(day) ?? 0] as const
    }),
  )
}
