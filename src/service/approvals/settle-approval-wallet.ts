import { ApiError } from '#server-kit/http/http-error.ts'
import type { HasApprovalUrl, HasChain, HasDatabase } from '#service/context-parts.ts'
import { storeApprovalWallet } from './approval-wallets.ts'
import { readKnownKeys, requireStillKnown } from './known-keys.ts'
import { readForPage } from './read-for-page.ts'

/**
 * Completes the removal of a passkey that was deleted while the chain could not be read. The person gets
 * another approval wallet if none of their passkeys is a key of the present one. Changes nothing while the
 * keys are unknown.
 */
export async function settleApprovalWallet(
  ctx: HasChain & HasDatabase & HasApprovalUrl,
  approverId: string,
): Promise<void> {
  if (!(await isSignerGone(ctx, approverId))) return
  const known = await readForPage(readKnownKeys(ctx, approverId), 'unknown' as const)
  if (known === 'unknown') return
  const [key] = known.keys
  const settled = ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('approvers').select('id').where('id', '=', approverId).forUpdate().execute()
    await requireStillKnown(trx, approverId, known)
    if (key === undefined || known.wallet === null)
      return storeApprovalWallet(ctx, trx, approverId, { mayReplace: true })
    await trx
      .updateTable('approval_wallets')
      .set({ credential_id: key.credentialId })
      .where('address', '=', known.wallet)
      .execute()
  })
  // If the keys have changed since they were read, the next sign-in completes the removal.
  await settled.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}

/** Whether the passkey that is stored as a key of the person's approval wallet is no longer theirs. */
async function isSignerGone({ db }: HasDatabase, approverId: string): Promise<boolean> {
  const row = await db
    .selectFrom('approvers')
    .innerJoin('approval_wallets as wallet', 'wallet.address', 'approvers.wallet_address')
    .leftJoin('approver_passkeys as passkey', (join) =>
      join
        .onRef('passkey.credential_id', '=', 'wallet.credential_id')
        .onRef('passkey.approver_id', '=', 'approvers.id'),
    )
    .select('passkey.credential_id as present')
    .where('approvers.id', '=', approverId)
    .executeTakeFirst()
  return row !== undefined && row.present === null
}
