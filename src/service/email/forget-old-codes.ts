import type { Context } from '#service/context.ts'

/** The longest quota looks back one day; nothing needs an older code, and it names a person. */
const KEPT_MS = 2 * 86_400_000

/** Deletes verification codes, and counts of wrong ones, that nothing asks for any more. */
export async function forgetOldCodes(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const oldest = new Date(ctx.clock.now().getTime() - KEPT_MS)
  await ctx.db.deleteFrom('verification_codes').where('created_at', '<=', oldest).execute()
  await ctx.db.deleteFrom('verification_guards').where('window_started_at', '<=', oldest).execute()
}
