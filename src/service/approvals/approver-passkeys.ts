import type { ApproverPasskey } from '#protocol/approver-api.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { databaseNow, type Database } from '#service/db/database.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import type { ApproverOperation } from './approver-operation.ts'
import { storeApprovalWallet } from './approval-wallets.ts'
import { takeCeremony, verifyPasskey } from './ceremonies.ts'
import { queueMail } from './queue-notices.ts'
import { endOtherSessions } from './sessions.ts'

/** The person's approval passkeys, oldest first (ADR 0012). */
export async function readPasskeys(db: Database, approverId: string): Promise<ApproverPasskey[]> {
  const rows = await db
    .selectFrom('approver_passkeys as passkey')
    .innerJoin('approvers', 'approvers.id', 'passkey.approver_id')
    .leftJoin('approval_wallets as wallet', 'wallet.address', 'approvers.wallet_address')
    .select(['passkey.credential_id as id', 'backed_up as synced', 'passkey.created_at', 'last_used_at'])
    .select(['wallet.credential_id as co_signing', 'wallet.address'])
    .where('passkey.approver_id', '=', approverId)
    .orderBy('passkey.created_at')
    .orderBy('passkey.credential_id')
    .execute()
  return rows.map(({ id, synced, ...row }) => ({
    id,
    synced,
    ...(row.co_signing === id && row.address !== null && { coSigner: checksumAddress(row.address) }),
    createdAtDatetime: row.created_at.toISOString(),
    lastUsedAtDatetime: row.last_used_at.toISOString(),
  }))
}

/**
 * `POST /approve/api/passkeys/removal`: any passkey of the signed-in person signs, in a prompt like a sign-in's.
 * After this commit the removed passkey decides nothing, and the person's other browsers are signed out: a lost
 * device has a session too. The organization's events and a mail report it (ADR 0012).
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED; NOT_FOUND alike for another person's passkey and for none at all
 * @throws CONFLICT for the last one: of two removed at once, one remains
 */
export const removePasskey: ApproverOperation<'removePasskey'> = async (ctx, approver, { body }) => {
  const { passkeyId, ceremonyId, response } = body
  const { challenge } = await takeCeremony(ctx, ceremonyId, 'sign-in')
  await verifyPasskey(ctx, response, { challenge, approverId: approver.id })
  return ctx.db.transaction().execute(async (trx) => {
    const { at, ...of } = await trx
      .selectFrom('approvers')
      .select(['organization_id as organizationId', 'external_user_id as externalUserId'])
      .select(databaseNow.as('at'))
      .where('id', '=', approver.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const passkeys = await readPasskeys(trx, approver.id)
    if (passkeys.every(({ id }) => id !== passkeyId)) throw apiError('NOT_FOUND')
    if (passkeys.length === 1) throw apiError('CONFLICT', 'This is your last passkey. Add another one first.')
    await trx.deleteFrom('approver_passkeys').where('credential_id', '=', passkeyId).execute()
    await storeApprovalWallet(ctx, trx, approver.id)
    await endOtherSessions(trx, approver)
    const data = { externalUserId: of.externalUserId ?? '' }
    await emitEvent(trx, { organizationId: of.organizationId, type: 'approver.passkey-removed', at, data })
    await queueMail(trx, { approverId: approver.id, kind: 'passkey-removed' })
    return readPasskeys(trx, approver.id)
  })
}
