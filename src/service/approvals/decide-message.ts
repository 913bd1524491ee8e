import type { Hex } from 'viem'
import type { HeldMessage } from '#protocol/approver-api.ts'
import { approvedMessageTypedData } from '#protocol/signing/wallet-typed-data.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type {
  HasApprovalUrl,
  HasChain,
  HasClock,
  HasDatabase,
  HasLog,
  HasRemotePolicySigner,
  HasSecretKeys,
  SignsAsPolicy,
} from '#service/context-parts.ts'
import { databaseNow, type Transaction } from '#service/db/database.ts'
import { signAtRemoteSigner, signWithSealedKey } from '#service/organizations/policy-signer.ts'
import type { BeforeStored, GivenApprovals } from '#service/policies/require-policies.ts'
import type { ApproverOperation } from './approver-operation.ts'
import { lockMembers, readApprovals, storeDecision, type PersonDecision } from './asked-approvers.ts'
import { requireReady } from './co-sign.ts'
import { beginDecisionCeremony, isRightNumber, verifyDecision } from './decision.ts'
import {
  findNamedCoSigner,
  findPolicySignedMessage,
  isMessageOpen,
  readOwnMessage,
  type MessageRow,
  type PolicySignedMessage,
} from './held-messages.ts'
import { emitMessageEvent } from './insert-held-message.ts'
import { muteWallet } from './mutes.ts'
import { recheckMessage } from './recheck-message.ts'

/**
 * `POST /approve/api/messages/decisions/begin`: works for a message as `beginDecision` does for a transaction.
 *
 * @throws NOT_FOUND, ALREADY_DECIDED, VALIDATION_FAILED without a number to approve, CO_SIGNER_NOT_READY
 */
export const beginMessageDecision: ApproverOperation<
  'beginMessageDecision',
  HasChain & HasDatabase & HasApprovalUrl & HasSecretKeys
> = async (ctx, approver, { body }) => {
  const { messageUuid, decision, number: picked } = body
  const { row, held } = await readOwnMessage(ctx, approver, messageUuid)
  requireOpen(held)
  const begun = { of: 'message_id', uuid: messageUuid, digest: row.digest, decision } as const
  if (decision !== 'approve') return beginDecisionCeremony(ctx, approver, begun)
  if (!isRightNumber(picked, row.number)) {
    const wrong = { id: row.id, approverId: approver.id, approved: false, reported: false }
    const isDecided = await decideMessage(ctx, wrong)
    const declined = (await readOwnMessage(ctx, approver, row.id)).held
    if (!isDecided) requireOpen(declined)
    return declined
  }
  const named = await findNamedCoSigner(ctx, row)
  const coSigner = named && (await requireReady(ctx, approver.id, named))
  return beginDecisionCeremony(ctx, approver, begun, coSigner)
}

/**
 * `POST /approve/api/messages/decisions/finish`: works for a message as `finishDecision` does for a transaction. One
 * conditional update resolves races between decisions and expiry.
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED
 * @throws ALREADY_DECIDED if another decision or the expiry was faster
 * @throws POLICY_REFUSED if a policy now forbids the signature, UNAVAILABLE if the policy signer does not sign now;
 * nothing is decided in both cases
 */
export const finishMessageDecision: ApproverOperation<
  'finishMessageDecision',
  SignsAsPolicy & HasChain & HasClock & HasLog & HasApprovalUrl
> = async (ctx, approver, { body }) => {
  const read = async (id: string) => (await readOwnMessage(ctx, approver, id)).row
  const verified = await verifyDecision(ctx, approver, body, { of: 'message_id', read })
  const { row, decision, credentialId: decidedWith, coSignature } = verified
  const approved = decision === 'approve'
  const { comment } = body
  const given = approved
    ? await giveApproval(ctx, row, { approverId: approver.id, decidedWith, approved, comment })
    : undefined
  if (given === 'closed') requireOpen((await readOwnMessage(ctx, approver, row.id)).held)
  // The message needs approvals of further people, or has ended.
  if (given === 'partial' || given === 'closed') return (await readOwnMessage(ctx, approver, row.id)).held
  const beforeStored = given && (await recheckMessage(ctx, row, given))
  const policySigned = approved ? await findPolicySignedMessage(ctx, row) : undefined
  // Avoids a request to the signer for a message that is already decided.
  if (policySigned !== undefined) requireOpen((await readOwnMessage(ctx, approver, row.id)).held)
  const remote = policySigned && (await coSignRemotely(ctx, policySigned, beforeStored))
  const reported = decision === 'report'
  const signed = { decidedWith, coSignature: coSignature ?? remote, policySigned }
  const shared =
    approved && row.asked !== null
      ? { organizationId: row.organization_id, required: row.approvals_required }
      : undefined
  const decided = { id: row.id, approverId: approver.id, ...signed, shared, approved, reported, comment }
  const isDecided = await decideMessage(ctx, decided, beforeStored)
  const { held } = await readOwnMessage(ctx, approver, row.id)
  if (!isDecided) requireOpen(held)
  if (held.reported)
    ctx.log.warn({ alarm: 'message-reported', message: row.id }, 'an end-user did not ask for a signature')
  return held
}

/**
 * Stores an approval of one of several people. The lock of the message's row resolves races between them. Returns
 * `partial` if it needs further approvals, `closed` if it had ended before, and otherwise everyone whose approval
 * counts.
 */
async function giveApproval(
  ctx: HasDatabase,
  { id, approvals_required: required, asked }: MessageRow,
  decision: PersonDecision,
): Promise<GivenApprovals | 'partial' | 'closed'> {
  if (asked === null) return { approvedBy: [decision.approverId], required }
  const held = { kind: 'message', id } as const
  return ctx.db.transaction().execute(async (trx) => {
    const open = trx.selectFrom('held_messages as held').select('held.id').where('held.id', '=', id)
    const isOpen = await open.where(isMessageOpen).forUpdate().executeTakeFirst()
    if (isOpen === undefined) return 'closed'
    await storeDecision(trx, held, decision)
    const approvedBy = await readApprovals(trx, held)
    if (approvedBy.length >= required) return { approvedBy, required }
    await emitMessageEvent(trx, id, 'message.decided')
    return 'partial'
  })
}

/** `decidedWith` is undefined for a wrong number, because nothing is signed then. */
type MessageDecision = {
  id: string
  approverId: string
  comment?: string | undefined
  decidedWith?: string
  /** The co-signature that the approver's own passkey or the remote signer made. Undefined if neither did. */
  coSignature?: Hex | undefined
  /** The message that the policy signer co-signs with this approval. Undefined if the digest names no policy signer. */
  policySigned?: PolicySignedMessage | undefined
  /** The approvals that it needs when it is stored. Undefined for a decline, and if an end-user decides. */
  shared?: { organizationId: string; required: number } | undefined
  approved: boolean
  reported: boolean
}

/**
 * Stores a decision, unless another decision, the expiry or the removal of an approver was faster. Returns whether it was
 * stored. The policy signer signs only if the policies have passed. The decision and its signature are stored together.
 */
async function decideMessage(
  ctx: HasDatabase & HasSecretKeys,
  { id, approverId, comment, decidedWith, coSignature, policySigned, shared, ...decided }: MessageDecision,
  beforeStored?: BeforeStored,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    if (shared !== undefined) {
      // The remote signer takes time, in which one of the people may have been removed.
      await lockMembers(trx, shared.organizationId)
      if ((await readApprovals(trx, { kind: 'message', id })).length < shared.required) return false
    }
    await beforeStored?.(trx)
    const row = await trx
      .updateTable('held_messages as held')
      .set({
        ...decided,
        decided_with: decidedWith ?? null,
        decided_at: databaseNow,
        co_signature: coSignature ?? null,
      })
      .where('held.id', '=', id)
      .where(isMessageOpen)
      .returning('held.wallet_address')
      .executeTakeFirst()
    if (row === undefined) return false
    const { approved } = decided
    // `giveApproval` has already stored an approval, before the policies were checked again.
    if (!approved)
      await storeDecision(trx, { kind: 'message', id }, { approverId, approved, decidedWith, comment })
    if (policySigned !== undefined) await coSignMessage(ctx, trx, id, policySigned)
    if (decided.reported) await muteWallet(trx, approverId, row.wallet_address)
    await emitMessageEvent(trx, id, 'message.decided')
    return true
  })
}

/**
 * Requests the co-signature of the organization's policy signer from the remote signer, after the approver
 * has signed and the policies have passed. Returns undefined if the key is sealed here. The caller discards the
 * co-signature if another decision was faster.
 *
 * @throws UNAVAILABLE if the signer does not sign now; every error of `beforeStored`
 */
async function coSignRemotely(
  ctx: HasChain & HasDatabase & HasRemotePolicySigner,
  message: PolicySignedMessage,
  beforeStored: BeforeStored | undefined,
): Promise<Hex | undefined> {
  if (beforeStored !== undefined) await ctx.db.transaction().execute(beforeStored)
  const typedData = approvedMessageTypedData(ctx.chain.id, message)
  return signAtRemoteSigner(ctx, { ...message, typedData })
}

/** Stores the co-signature of the organization's sealed policy signer with an approved message. */
async function coSignMessage(
  ctx: HasSecretKeys,
  trx: Transaction,
  id: string,
  message: PolicySignedMessage,
): Promise<void> {
  const coSignature = await signWithSealedKey(ctx, trx, message)
  if (coSignature === undefined) return
  await trx.updateTable('held_messages').set({ co_signature: coSignature }).where('id', '=', id).execute()
}

const ENDINGS = {
  APPROVED: 'This signature was already approved',
  REJECTED: 'This signature was already declined',
  EXPIRED: 'This request has expired: it was not approved in time',
}

/** @throws ALREADY_DECIDED with the outcome */
function requireOpen({ status }: HeldMessage): void {
  if (status !== 'PENDING_USER_APPROVAL') throw apiError('ALREADY_DECIDED', ENDINGS[status])
}
