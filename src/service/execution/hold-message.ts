import { randomUUID } from 'node:crypto'
import type { MessageApproval } from '#protocol/held-messages.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { parseClientData } from '#protocol/passkey/client-data.ts'
import { readMessage } from '#protocol/messages/read-message.ts'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import type { WebAuthnSignature } from '#protocol/signing/signature.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import { insertHeldMessage, messageStatus, selectMessages } from '#service/approvals/held-messages.ts'
import type { Context } from '#service/context.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { findEmbedOrigins } from '#service/organizations/domains.ts'
import { approverOf } from '#service/policies/require-policies.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { readExecution } from './read-execution.ts'
import { isAnother, storedRequester } from './requester.ts'
import { requireSignature } from './require-signature.ts'

/**
 * `POST /messages`: holds a message that the wallet's passkey has signed until its end-user, or by policy another
 * administrator, approves it. Only a signature of the wallet's own key asks anyone. The same message again is answered with
 * the approval that it has or waits for; after it was declined or has expired it is held again (ADR 0024).
 *
 * @throws WALLET_NOT_OWNED; VALIDATION_FAILED for a message that cannot be read or may be a transaction, and for another page; INVALID_SIGNATURE;
 *   POLICY_REFUSED where no other administrator could approve it
 */
export const holdMessage: Operation<'holdMessage'> = async (ctx, caller, { body }) => {
  const { organizationId } = caller
  const { message, origin } = body
  const execution = await readExecution(ctx, organizationId, body.walletAddress)
  const { wallet, policies } = execution
  const digest = messageDigest(ctx.chain.id, wallet.address, hashOf(ctx, wallet.address, message, origin))
  const { decoded } = await requireSignature(ctx, execution, digest, body.signature)
  await requirePage(ctx, organizationId, origin, decoded)
  const approverId = execution.approverId ?? approverOf(ctx, { policies }, isAnother(storedRequester(caller)))
  if (approverId === undefined) return { walletAddress: wallet.address, status: 'APPROVED' }
  const id = randomUUID()
  const held = await ctx.db.transaction().execute(async (trx) => {
    // Of two at once the second sees the first.
    await trx.selectFrom('wallets').select('id').where('id', '=', wallet.id).forNoKeyUpdate().execute()
    const earlier = selectMessages({ db: trx }).where('held.organization_id', '=', organizationId)
    const last = await earlier
      .where('held.digest', '=', digest)
      .orderBy('held.held_at', 'desc')
      .executeTakeFirst()
    if (last !== undefined && ['APPROVED', 'PENDING_USER_APPROVAL'].includes(messageStatus(last)))
      return last.id
    await insertHeldMessage(trx, {
      id,
      organization_id: organizationId,
      wallet_address: wallet.address.toLowerCase(),
      approver_id: approverId,
      message: JSON.stringify(message),
      origin,
      digest,
    })
    return id
  })
  return readApproval(ctx, organizationId, held)
}

/**
 * The page that the approver reads is the one that the browser has signed; where that names the frame alone, one that may
 * embed the widget.
 *
 * @throws VALIDATION_FAILED
 */
async function requirePage(
  { db }: Pick<Context, 'db'>,
  organizationId: string,
  page: string,
  { clientDataJSON }: WebAuthnSignature,
): Promise<void> {
  const { origin, topOrigin } = parseClientData(clientDataJSON)
  if ((topOrigin ?? origin) === page) return
  if (topOrigin === undefined && (await findEmbedOrigins(db, organizationId)).includes(page)) return
  throw fieldError('origin', 'must be the page on which it was signed')
}

/** @throws VALIDATION_FAILED */
function hashOf(ctx: Context, walletAddress: `0x${string}`, message: SignableMessage, origin: string) {
  const page = { chainId: ctx.chain.id, walletAddress, tokens: [], origin, nowMs: ctx.clock.now().getTime() }
  try {
    const read = readMessage(message, page)
    if (read !== undefined) return read.hash
  } catch (cause) {
    const why = cause instanceof RangeError ? cause.message : 'must be a message of its kind'
    throw fieldError('message', why, cause)
  }
  throw fieldError('message', 'must not be what may be a transaction or a hash')
}

/**
 * `GET /messages/{messageUuid}`
 *
 * @throws NOT_FOUND alike for another organization's message and for none at all
 */
export const getMessage: Operation<'getMessage'> = (ctx, { organizationId }, { params }) =>
  readApproval(ctx, organizationId, params.messageUuid)

async function readApproval(
  ctx: Pick<Context, 'db'>,
  organizationId: string,
  id: string,
): Promise<MessageApproval> {
  const own = selectMessages(ctx).where('held.organization_id', '=', organizationId).where('held.id', '=', id)
  const row = await own.executeTakeFirst()
  if (row === undefined) throw apiError('NOT_FOUND')
  const status = messageStatus(row)
  return {
    messageUuid: row.id,
    walletAddress: checksumAddress(row.wallet_address),
    status,
    ...(status === 'PENDING_USER_APPROVAL' && { number: row.number }),
    expiresAtDatetime: row.deadline.toISOString(),
    ...(row.external_user_id === null && { forOrganization: true }),
  }
}
