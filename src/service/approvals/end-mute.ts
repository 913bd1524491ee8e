import type { EndMute } from '#protocol/org/approver-push.ts'
import type { Context } from '#service/context.ts'
import type { Approver } from './sessions.ts'

/** `POST /approve/api/mutes/end`: the wallet notifies again; one answer whether or not it was muted. */
export async function endMute(
  ctx: Pick<Context, 'db'>,
  approver: Approver,
  input: EndMute,
): Promise<{ success: true }> {
  await ctx.db
    .deleteFrom('approver_mutes')
    .where('approver_id', '=', approver.id)
    .where('wallet_address', '=', input.walletAddress.toLowerCase())
    .execute()
  return { success: true }
}
