import type { Context } from '#service/context.ts'
import type { OwnWallet } from '#service/wallets/require-own-wallet.ts'

/**
 * The end-user whose approval a wallet's transactions need: the person of its verified email, once they have
 * enrolled a passkey. `undefined` for a wallet that the organization operates, and before enrolment.
 */
export async function findApprover(
  ctx: Pick<Context, 'db'>,
  wallet: OwnWallet,
): Promise<{ id: string } | undefined> {
  if (wallet.externalUserId === '') return undefined
  return ctx.db
    .selectFrom('approvers')
    .select('id')
    .where('organization_id', '=', wallet.organizationId)
    .where('external_user_id', '=', wallet.externalUserId)
    .where('email', '=', wallet.email)
    .where('enrolled_at', 'is not', null)
    .executeTakeFirst()
}
