import { randomUUID } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { MessageApproval } from '#protocol/held-messages.ts'
import { parseClientData, signedPage } from '#protocol/passkey/client-data.ts'
import type { WebAuthnSignature } from '#protocol/signing/signature.ts'
import { approvedMessageTypedData, type ApprovedMessage } from '#protocol/signing/wallet-typed-data.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { lockMembers } from '#service/approvals/asked-approvers.ts'
import { messageStatus, selectMessages } from '#service/approvals/held-messages.ts'
import { insertHeldMessage } from '#service/approvals/insert-held-message.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type {
  HasChain,
  HasClock,
  HasDatabase,
  HasRemotePolicySigner,
  SignsAsPolicy,
} from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { keySuccessor } from '#service/ledger/read-transactions.ts'
import { signAtRemoteSigner, signWithSealedKey } from '#service/organizations/policy-signer.ts'
import { policyMessage } from '#service/policies/policy-subject.ts'
import { lockWallet, storeMessageEffects } from '#service/policies/read-day.ts'
import { requirePolicies } from '#service/policies/require-policies.ts'
import { storeMessageKeyUse } from '#service/wallets/key-uses.ts'
import { requireCoSigning } from './co-signing.ts'
import { findHeldMessage, isStillHeldFor } from './find-held-message.ts'
import { mayReadNumber } from './may-read-number.ts'
import { findOtherApprovers } from './other-approvers.ts'
import { presentMessageDigest } from './present-message-digest.ts'
import { readExecution } from './read-execution.ts'
import { storedRequester } from './requester.ts'
import { requireReadable } from './require-readable.ts'
import { requireSignature } from './require-signature.ts'
import { findAsked } from './required-approvals.ts'

/**
 * `POST /messages`: checks a message that the wallet's passkey has signed against the policies. Holds it
 * until its end-user approves it, or another administrator if a policy requires that. Only a signature of the
 * wallet's own key starts an approval. A message that the same page repeats returns its present approval. Another
 * page's request for the same message needs an approval of its own. After a decline or the expiry it is held again
 * (ADR 0014, ADR 0024).
 *
 * @throws WALLET_NOT_OWNED
 * @throws VALIDATION_FAILED for a message that cannot be read or may be a transaction, and if `origin` is not the
 * page on which it was signed
 * @throws INVALID_SIGNATURE
 * @throws POLICY_REFUSED, also if no other administrator could approve it
 * @throws CO_SIGNATURE_MISSING for a co-signer of another party if the signature has no co-signature after
 * the key's number; CO_SIGNER_NOT_READY
 * @throws UNAVAILABLE if the policy signer does not sign now; CHAIN_FAILED, CHAIN_TIMEOUT
 */
export const holdMessage: Operation<'holdMessage', SignsAsPolicy & HasChain & HasClock> = async (
  ctx,
  caller,
  { body },
) => {
  const { organizationId } = caller
  const { origin } = body
  const execution = await readExecution(ctx, organizationId, body.walletAddress)
  const { wallet: own, policies, fee: charged, approverId: endUserId } = execution
  const read = await requireReadable(ctx, organizationId, { ...body, walletAddress: own.address })
  const { digest, coSigner } = await presentMessageDigest(ctx, execution, read.hash)
  const {
    decoded,
    signingKey,
    coSignature: given,
  } = await requireSignature(ctx, execution, digest, body.signature)
  requirePage(origin, decoded)
  const signed = { digest, coSignature: given, own: execution.ownCoSigners }
  const coSigning = await requireCoSigning(ctx.chain, coSigner, signed)
  const subject = policyMessage(own.address, read)
  const approvable = { subject, policies, endUserId }
  const beforeStored = requirePolicies(ctx, { ...approvable, organizationId, digest, charged })
  const asked = findAsked(approvable, await findOtherApprovers(ctx, caller, execution))
  const wallet = lowerCase(own.address)
  const held = await ctx.db.transaction().execute(async (trx): Promise<Kept> => {
    if (asked !== undefined) await lockMembers(trx, organizationId, asked)
    // The second of two concurrent requests sees the first.
    await lockWallet(trx, { organizationId, wallet })
    await storeMessageKeyUse(trx, { wallet, signingKey, now: ctx.clock.now() })
    const last =
      asked === undefined ? undefined : await findHeldMessage(trx, { organizationId, digest, origin })
    if (last !== undefined && isStillHeldFor(approvable, last)) return { id: last.id }
    await beforeStored?.(trx)
    await storeMessageEffects(trx, { organizationId, wallet, digest, now: ctx.clock.now() }, subject)
    if (asked === undefined) {
      if (coSigning?.from !== 'policies') return {}
      const request = { organizationId, coSigner: coSigning.coSigner, digest }
      return { coSignature: await signWithSealedKey(ctx, trx, request) }
    }
    const id = randomUUID()
    const message = JSON.stringify(read.canonical)
    const stored = { id, organization_id: organizationId, wallet_address: wallet, message, origin, digest }
    await insertHeldMessage(trx, { ...stored, requestedBy: storedRequester(caller) }, asked)
    return { id }
  })
  if (held.id !== undefined) return readApproval(ctx, caller, held.id)
  const message = {
    walletAddress: own.address,
    hash: read.hash,
    coSigner: coSigning?.from === 'policies' ? coSigning.coSigner : undefined,
  }
  const coSignature = held.coSignature ?? (await coSignRemotely(ctx, { organizationId, digest, message }))
  return { walletAddress: own.address, status: 'APPROVED', ...(coSignature && { coSignature }) }
}

type Approved = {
  organizationId: string
  digest: Hex
  message: Omit<ApprovedMessage, 'coSigner'> & { coSigner: Address | undefined }
}

/**
 * Requests the co-signature of the organization's policy signer from the remote signer. The policies have
 * passed, and the daily limits count the message. Returns undefined if the policy signer is not the
 * co-signer.
 *
 * @throws UNAVAILABLE if the signer does not sign now; sending the same message again retries it
 */
async function coSignRemotely(
  ctx: HasChain & HasDatabase & HasRemotePolicySigner,
  { organizationId, digest, message: { coSigner, ...message } }: Approved,
): Promise<Hex | undefined> {
  if (coSigner === undefined) return undefined
  const typedData = approvedMessageTypedData(ctx.chain.id, { ...message, coSigner })
  return signAtRemoteSigner(ctx, { organizationId, coSigner, digest, typedData })
}

/**
 * The id of a held message. An undefined id means that the message is approved, with the policy signer's
 * co-signature if it needs one.
 */
type Kept = { id: string } | { id?: undefined; coSignature?: Hex | undefined }

/**
 * Requires that the approver reads the page that the browser signed. That is the page around a cross-origin
 * frame if the browser named it, or else the page that requested the passkey. `requireSignature` has checked
 * that a page around it may embed the widget (profile 3).
 *
 * @throws VALIDATION_FAILED
 */
function requirePage(page: string, { clientDataJSON }: WebAuthnSignature): void {
  if (page === signedPage(parseClientData(clientDataJSON))) return
  throw fieldError('origin', 'must be the page on which it was signed')
}

/**
 * `GET /messages/{messageUuid}`: the state of a message's approval.
 *
 * @throws NOT_FOUND if the organization has no such message
 */
export const getMessage: Operation<'getMessage', HasDatabase> = (ctx, caller, { params }) =>
  readApproval(ctx, caller, params.messageUuid)

async function readApproval(ctx: HasDatabase, caller: Caller, id: string): Promise<MessageApproval> {
  const own = selectMessages(ctx)
    .select(keySuccessor('held').as('key_successor'))
    .where('held.organization_id', '=', caller.organizationId)
    .where('held.id', '=', id)
  const row = await own.executeTakeFirst()
  if (row === undefined) throw apiError('NOT_FOUND')
  const { requested_by: requestedBy, key_successor: successor, external_user_id: endUser } = row
  const numbered = { requestedBy, keySuccessor: successor, isForOrganization: endUser === null }
  const status = messageStatus(row)
  const isShown = status === 'PENDING_USER_APPROVAL' && mayReadNumber(caller, numbered)
  return {
    messageUuid: row.id,
    walletAddress: checksumAddress(row.wallet_address),
    status,
    ...(isShown && { number: row.number }),
    expiresAtDatetime: row.deadline.toISOString(),
    ...(row.external_user_id === null && { forOrganization: true }),
    ...(status === 'APPROVED' && row.co_signature !== null && { coSignature: row.co_signature }),
  }
}
