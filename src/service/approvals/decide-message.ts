import type { HeldMessage } from '#protocol/approver-api.ts'
import type { Context } from '#service/context.ts'
import { databaseNow } from '#service/db/database.ts'
import type { BeforeStored } from '#service/policies/require-policies.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { ApproverOperation } from './approver-operation.ts'
import { beginDecisionCeremony, verifyDecision } from './decision.ts'
import { emitMessageEvent, isMessageOpen, readOwnMessage } from './held-messages.ts'
import { muteWallet } from './mutes.ts'
import { recheckMessage } from './recheck-message.ts'

/** `POST /approve/api/messages/decisions/begin`, as of a transaction. @throws NOT_FOUND, ALREADY_DECIDED */
export const beginMessageDecision: ApproverOperation<'beginMessageDecision'> = async (
  ctx,
  approver,
  { body },
) => {
  const { messageUuid, decision } = body
  const { row, held } = await readOwnMessage(ctx, approver, messageUuid)
  requireOpen(held)
  return beginDecisionCeremony(ctx, approver, {
    of: 'message_id',
    uuid: messageUuid,
    digest: row.digest,
    decision,
  })
}

/**
 * `POST /approve/api/messages/decisions/finish`, as of a transaction: one conditional update settles between all
 * decisions and the expiry.
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED, VALIDATION_FAILED without a number to approve
 * @throws ALREADY_DECIDED when another decision or the expiry was faster
 * @throws POLICY_REFUSED when a policy forbids the signature by now; then nothing is decided
 */
export const finishMessageDecision: ApproverOperation<'finishMessageDecision'> = async (
  ctx,
  approver,
  { body },
) => {
  const read = async (id: string) => (await readOwnMessage(ctx, approver, id)).row
  const { row, decision, credentialId } = await verifyDecision(ctx, approver, body, {
    of: 'message_id',
    read,
  })
  const approved = decision === 'approve' && body.number === row.number
  const beforeStored = approved ? await recheckMessage(ctx, row) : undefined
  const decided = { approved, reported: decision === 'report' }
  const isDecided = await decideMessage(
    ctx,
    { ...decided, id: row.id, decidedWith: credentialId },
    beforeStored,
  )
  const { held } = await readOwnMessage(ctx, approver, row.id)
  if (!isDecided) requireOpen(held)
  if (held.reported)
    ctx.log.warn({ alarm: 'message-reported', message: row.id }, 'an end-user did not ask for a signature')
  return held
}

type MessageDecision = { id: string; decidedWith: string; approved: boolean; reported: boolean }

async function decideMessage(
  { db }: Pick<Context, 'db'>,
  { id, decidedWith, ...decided }: MessageDecision,
  beforeStored: BeforeStored | undefined,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await beforeStored?.(trx)
    const row = await trx
      .updateTable('held_messages as held')
      .set({ ...decided, decided_with: decidedWith, decided_at: databaseNow })
      .where('held.id', '=', id)
      .where(isMessageOpen)
      .returning(['held.approver_id', 'held.wallet_address'])
      .executeTakeFirst()
    if (row === undefined) return false
    if (decided.reported) await muteWallet(trx, row.approver_id, row.wallet_address)
    await emitMessageEvent(trx, id, 'message.decided')
    return true
  })
}

const ENDINGS = {
  APPROVED: 'This signature was approved already',
  REJECTED: 'This signature was declined already',
  EXPIRED: 'This request has expired: it was not approved in time',
}

/** @throws ALREADY_DECIDED with how it ended */
function requireOpen({ status }: HeldMessage): void {
  if (status !== 'PENDING_USER_APPROVAL') throw apiError('ALREADY_DECIDED', ENDINGS[status])
}
