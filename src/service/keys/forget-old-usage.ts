import { KEY_USAGE_DAYS } from '#protocol/org/api-key-usage.ts'
import type { Context } from '#service/context.ts'
import { epochDayOf } from './key-usage.ts'

/** Deletes what was counted before the last 30 days. */
export async function forgetOldUsage(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const oldest = epochDayOf(ctx.clock.now()) - KEY_USAGE_DAYS
  await ctx.db.deleteFrom('api_key_usage').where('epoch_day', '<', oldest).execute()
}
