import { apiError } from '#server-kit/http/http-error.ts'
import type { HasApprovalUrl, HasChain } from '#service/context-parts.ts'
import { databaseNow, type Transaction } from '#service/db/database.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import { storeApprovalWallet } from './approval-wallets.ts'
import { requireStillKnown, type KnownKeys } from './known-keys.ts'
import { queueMail } from './queue-notices.ts'
import { endOtherSessions, type Approver } from './sessions.ts'

type Removed = {
  passkeyId: string
  /** The passkey that signed the removal. */
  signerId: string
  /** A passkey that remains a key of the approval wallet. Undefined if none is known. */
  successorId: string | undefined
  /** The keys as read before. If undefined, the person keeps their approval wallet. */
  known: KnownKeys | undefined
}

/**
 * Deletes a passkey, signs the person out of their other browsers, and reports it. Concurrent removals run
 * one after the other. A removal counts only if the passkey that signed it still exists.
 *
 * @throws NOT_FOUND for another person's passkey and for an unknown one; APPROVAL_PASSKEY_REFUSED
 * @throws CONFLICT for the last passkey, and if the keys may have changed since they were read
 */
export async function forgetPasskey(
  ctx: HasChain & HasApprovalUrl,
  trx: Transaction,
  approver: Approver,
  { passkeyId, signerId, successorId, known }: Removed,
): Promise<void> {
  const { at, ...of } = await trx
    .selectFrom('approvers')
    .select(['organization_id as organizationId', 'external_user_id as externalUserId'])
    .select(databaseNow.as('at'))
    .where('id', '=', approver.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const passkeys = await trx
    .selectFrom('approver_passkeys')
    .select('credential_id as id')
    .where('approver_id', '=', approver.id)
    .execute()
  if (passkeys.every(({ id }) => id !== passkeyId)) throw apiError('NOT_FOUND')
  if (passkeys.length === 1) throw apiError('CONFLICT', 'This is your last passkey. Add another one first.')
  if (passkeys.every(({ id }) => id !== signerId)) throw apiError('APPROVAL_PASSKEY_REFUSED')
  await trx.deleteFrom('approver_passkeys').where('credential_id', '=', passkeyId).execute()
  if (successorId !== undefined) {
    await trx
      .updateTable('approval_wallets')
      .set({ credential_id: successorId })
      .where('approver_id', '=', approver.id)
      .where('credential_id', '=', passkeyId)
      .execute()
  }
  if (successorId === undefined && known !== undefined) {
    await requireStillKnown(trx, approver.id, known)
    await storeApprovalWallet(ctx, trx, approver.id, { mayReplace: true })
  }
  await endOtherSessions(trx, approver)
  const data = { externalUserId: of.externalUserId ?? '' }
  await emitEvent(trx, { organizationId: of.organizationId, type: 'approver.passkey-removed', at, data })
  await queueMail(trx, { approverId: approver.id, kind: 'passkey-removed' })
}
