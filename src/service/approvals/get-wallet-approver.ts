import type { WalletApprover } from '#protocol/org/approval-endpoints.ts'
import type { Caller, Context } from '#service/context.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'

/**
 * `GET /v1/org/wallets/{address}/approver`: whether executions of a wallet are held for its end-user (ADR 0011).
 *
 * @throws WALLET_NOT_OWNED
 */
export async function getWalletApprover(
  ctx: Context,
  caller: Caller,
  input: { params: { address: string } },
): Promise<WalletApprover> {
  const wallet = await requireOwnWallet(ctx, caller.organizationId, input.params.address)
  const approver = await ctx.db
    .selectFrom('approvers')
    .select('enrolled_at')
    .where('organization_id', '=', wallet.organizationId)
    .where('external_user_id', '=', wallet.externalUserId)
    .where('email', '=', wallet.email)
    .executeTakeFirst()
  if (approver === undefined) return { state: 'none' }
  if (approver.enrolled_at === null) return { state: 'invited' }
  return { state: 'enrolled', enrolledAtDatetime: approver.enrolled_at.toISOString() }
}
