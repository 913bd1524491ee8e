import type { Context } from '#service/context.ts'
import type { Approver } from './sessions.ts'

/** The browser's push messages belong to its new session: the person signed in again, or added a passkey. */
export async function keepSubscriptions(
  ctx: Pick<Context, 'db'>,
  before: Pick<Approver, 'sessionHash'>,
  after: Pick<Approver, 'sessionHash'>,
): Promise<void> {
  await ctx.db
    .updateTable('approver_push_subscriptions')
    .set({ session_hash: after.sessionHash })
    .where('session_hash', '=', before.sessionHash)
    .execute()
}
