import type { UnsubscribePush } from '#protocol/org/approver-push.ts'
import type { Context } from '#service/context.ts'
import type { Approver } from './sessions.ts'

/** `POST /approve/api/push/unsubscribe`: the answer is the same whether or not there was such a subscription. */
export async function unsubscribePush(
  ctx: Pick<Context, 'db'>,
  approver: Approver,
  input: UnsubscribePush,
): Promise<{ success: true }> {
  await ctx.db
    .deleteFrom('approver_push_subscriptions')
    .where('endpoint', '=', input.endpoint)
    .where('approver_id', '=', approver.id)
    .execute()
  return { success: true }
}
