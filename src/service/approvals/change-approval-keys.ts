import type { Address } from 'viem'
import { approvalKeyCall } from '#protocol/approval-key-call.ts'
import type { KeyChange } from '#protocol/approver-api.ts'
import type { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { assertionOptions } from '#server-kit/passkeys/assertion.ts'
import type { HasApprovalUrl, HasChain, HasClock, HasDatabase, HasRelay } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import { findRow, requireRow } from '#service/db/find-row.ts'
import type { InputOf } from '#service/http/endpoint-types.ts'
import type { RelayRequest } from '#service/relayer/relay.ts'
import { readApprovalKeys, type ApprovalKey, type PresentKeys } from './approval-keys.ts'
import type { ApproverOperation } from './approver-operation.ts'
import { readPasskeys } from './approver-passkeys.ts'
import { approvalRelyingParty, beginCeremony, takeCeremony } from './ceremonies.ts'
import { isChainAway } from './chain-away.ts'
import { verifyWalletAssertion } from './co-sign.ts'
import { CO_SIGNER_REFUSALS } from './co-signer-refusals.ts'
import { forgetPasskey } from './forget-passkey.ts'
import { passkeyPoint } from './passkey-point.ts'
import type { Approver } from './sessions.ts'

/** Validity of the signed call, in seconds. */
const VALID_SECONDS = 3_600

/**
 * `POST /approve/api/passkeys/keys/begin`: returns a challenge that is the digest of a call of the person's approval
 * wallet. The call only adds or removes this one key. A key that remains must sign it.
 *
 * @throws VALIDATION_FAILED unless exactly one of a passkey and a key to remove is given
 * @throws NOT_FOUND if the person has no such passkey; CO_SIGNER_NOT_READY; CHAIN_FAILED, CHAIN_TIMEOUT
 * @throws CONFLICT if the passkey to add is already a key or the one to remove is not, if no other key could sign, or
 * if the wallet has no place left for a key
 */
export const beginKeyChange: ApproverOperation<
  'beginKeyChange',
  HasChain & HasClock & HasDatabase & HasApprovalUrl
> = async (ctx, approver, { body }) => {
  const { change, passkeyId, key: otherKey } = body
  const key = await requireKey(ctx, approver, body)
  const { wallet_address: wallet } = await requireRow(ctx.db, 'approvers', ['wallet_address'], {
    id: approver.id,
  })
  if (wallet === null) throw apiError('CONFLICT', CO_SIGNER_REFUSALS.noKey)
  const read = await readApprovalKeys(ctx, approver.id, wallet)
  if (read === undefined) throw apiError('CO_SIGNER_NOT_READY', checksumAddress(wallet))
  const signers = requireSigners(body, read)
  const nowSeconds = Math.floor(ctx.clock.now().getTime() / 1_000)
  const expiration = String(nowSeconds + VALID_SECONDS)
  const approvalWallet = checksumAddress(wallet)
  const call = approvalKeyCall({ approvalWallet, change, key, expiration: BigInt(expiration) })
  const options = await assertionOptions(approvalRelyingParty(ctx), {
    challenge: new Uint8Array(bytesFromHex(executeDigest(ctx.chain.id, call))),
    allow: signers.map(({ credentialId }) => ({ id: credentialId })),
  })
  const ceremonyId = await beginCeremony(ctx, {
    kind: 'change-key',
    approver_id: approver.id,
    challenge: options.challenge,
    co_signer: wallet,
    call_expiration: expiration,
    passkey_id: passkeyId ?? null,
    key_change: change,
    other_key: otherKey === undefined ? null : `${otherKey.qx}${otherKey.qy}`,
  })
  return { ceremonyId, options: { ...options }, chainId: ctx.chain.id, approvalWallet, expiration }
}

type Named = InputOf<(typeof APPROVER_ENDPOINTS)['beginKeyChange']>['body']
type Coordinates = { qx: string; qy: string }

/** Returns the key that a change names. @throws VALIDATION_FAILED, NOT_FOUND, CONFLICT */
async function requireKey(ctx: HasDatabase, approver: Approver, named: Named): Promise<Coordinates> {
  const { change, passkeyId, key } = named
  if (passkeyId === undefined && (key === undefined || change === 'add'))
    throw fieldError('passkeyId', 'is required')
  if (passkeyId === undefined && key !== undefined) return key
  if (passkeyId === undefined || key !== undefined)
    throw fieldError('key', 'must not be sent together with passkeyId')
  return readOwnKey(ctx, approver, passkeyId)
}

/** Reads the coordinates of a passkey of the person. @throws NOT_FOUND; CONFLICT if no wallet can verify it */
async function readOwnKey(ctx: HasDatabase, approver: Approver, passkeyId: string) {
  const own = { credential_id: passkeyId, approver_id: approver.id }
  const passkey = await findRow(ctx.db, 'approver_passkeys', ['public_key'], own)
  if (passkey === undefined) throw apiError('NOT_FOUND')
  const point = passkeyPoint(passkey.public_key)
  if (point === undefined) throw apiError('CONFLICT', CO_SIGNER_REFUSALS.noKey)
  return { qx: coordinateHex(point.x), qy: coordinateHex(point.y) }
}

/** Returns the keys that may sign the change: all keys that remain after it. @throws CONFLICT */
function requireSigners(
  { change, passkeyId, key }: Named,
  { keys, others, isFull }: PresentKeys,
): readonly ApprovalKey[] {
  const signers = keys.filter(({ credentialId }) => credentialId !== passkeyId)
  const isOther = others.some(({ qx, qy }) => qx === key?.qx && qy === key.qy)
  const isKey = isOther || signers.length < keys.length
  if (change === 'add' && isKey) throw apiError('CONFLICT', CO_SIGNER_REFUSALS.isKeyAlready)
  if (change === 'add' && isFull) throw apiError('CONFLICT', CO_SIGNER_REFUSALS.noPlace)
  if (change === 'remove' && !isKey) throw apiError('CONFLICT', CO_SIGNER_REFUSALS.noKey)
  if (signers.length === 0) throw apiError('CONFLICT', CO_SIGNER_REFUSALS.noOtherKey)
  return signers
}

/**
 * `POST /approve/api/passkeys/keys/finish`: sends the call, once a key of the approval wallet has signed it.
 * The relayer simulates it first. An added passkey signs for the wallet once the chain has executed the call.
 * A removed one is deleted with the commit that stores the call, so it can no longer decide. If the node or
 * the relayer is down, the passkey is still deleted: its key is then listed among `otherKeys` and can be
 * removed later.
 *
 * An addition counts against the gas budget of the organization, as the wallet's deployment does. A removal
 * does not: a stolen passkey must lose its power, and each removal needs an addition before it.
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED, NOT_FOUND, CONFLICT
 * @throws TRANSACTION_REVERTS if the keys have changed meanwhile; GAS_BUDGET_EXHAUSTED; CHAIN_FAILED,
 * CHAIN_TIMEOUT
 */
export const finishKeyChange: ApproverOperation<
  'finishKeyChange',
  HasChain & HasDatabase & HasRelay & HasApprovalUrl
> = async (ctx, approver, { body }) => {
  const { approvalWallet, expiration, change, passkeyId, otherKey } = await takeKeyChange(ctx, approver, body)
  const key = passkeyId === undefined ? otherKey : await readOwnKey(ctx, approver, passkeyId)
  const call = approvalKeyCall({ approvalWallet, change, key, expiration })
  const digest = executeDigest(ctx.chain.id, call)
  const signed = { wallet: approvalWallet, approverId: approver.id, digest }
  const { coSignature, credentialId: signerId } = await verifyWalletAssertion(ctx, body.response, signed)
  if (signerId === passkeyId) throw apiError('APPROVAL_PASSKEY_REFUSED')
  const relayed = { to: call.walletAddress, data: encodeExecuteCall(call, coSignature) }
  if (change === 'add') {
    const person = await requireRow(ctx.db, 'approvers', ['organization_id'], { id: approver.id })
    await ctx.relay.submit({
      purpose: 'transaction',
      ...relayed,
      organizationId: person.organization_id,
      onSigned: (trx) => requireStillTheirs(trx, approver, { wallet: approvalWallet, signerId, passkeyId }),
    })
  } else {
    await submitRemoval(ctx, approver, { relayed, passkeyId, signerId })
  }
  return readPasskeys(ctx, approver.id)
}

type Removal = {
  relayed: Pick<RelayRequest, 'to' | 'data'>
  signerId: string
  /** Undefined for a key that belongs to no passkey of the person. */
  passkeyId: string | undefined
}

/** Deletes the passkey with the commit that stores the call, or at once if the call cannot be relayed now. */
async function submitRemoval(
  ctx: HasChain & HasDatabase & HasRelay & HasApprovalUrl,
  approver: Approver,
  { relayed, signerId, passkeyId }: Removal,
): Promise<void> {
  const forget = async (trx: Transaction) => {
    if (passkeyId === undefined) return
    await forgetPasskey(ctx, trx, approver, { passkeyId, signerId, successorId: signerId, known: undefined })
  }
  try {
    await ctx.relay.submit({ purpose: 'transaction', ...relayed, onSigned: forget })
  } catch (error) {
    if (passkeyId === undefined || !isChainAway(error)) throw error
    const own = { credential_id: passkeyId, approver_id: approver.id }
    // If the call was stored but not sent yet, the same commit has already deleted the passkey.
    const isThere = (await findRow(ctx.db, 'approver_passkeys', ['credential_id'], own)) !== undefined
    if (isThere) await ctx.db.transaction().execute(forget)
  }
}

type Addition = { wallet: Address; signerId: string; passkeyId: string | undefined }

/**
 * Requires that the person still has the approval wallet and both passkeys. Locks the person's row, as a removal of a
 * passkey does. Therefore, either the removal is rejected because this call is pending, or this call is not stored.
 *
 * @throws APPROVAL_PASSKEY_REFUSED
 */
async function requireStillTheirs(
  trx: Transaction,
  approver: Approver,
  { wallet, signerId, passkeyId }: Addition,
): Promise<void> {
  const person = await trx
    .selectFrom('approvers')
    .select('wallet_address')
    .where('id', '=', approver.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const passkeys = await trx
    .selectFrom('approver_passkeys')
    .select('credential_id as id')
    .where('approver_id', '=', approver.id)
    .execute()
  const areThere = [signerId, passkeyId].every((id) => passkeys.some((passkey) => passkey.id === id))
  if (person.wallet_address !== wallet || !areThere) throw apiError('APPROVAL_PASSKEY_REFUSED')
}

type BegunChange = {
  approvalWallet: Address
  expiration: bigint
  change: KeyChange
} & ({ passkeyId: string; otherKey?: undefined } | { passkeyId?: undefined; otherKey: Coordinates })

/** @throws APPROVAL_CEREMONY_OVER */
async function takeKeyChange(
  ctx: HasDatabase,
  approver: Approver,
  { ceremonyId }: { ceremonyId: string },
): Promise<BegunChange> {
  const taken = await takeCeremony(ctx, ceremonyId, 'change-key')
  const { co_signer: approvalWallet, call_expiration: expiration, key_change: change } = taken
  const { passkey_id: passkeyId, other_key: otherKey } = taken
  const isTheirs = taken.approver_id === approver.id
  if (!isTheirs || approvalWallet === null || expiration === null || change === null)
    throw apiError('APPROVAL_CEREMONY_OVER')
  const begun = { approvalWallet, expiration: BigInt(expiration), change }
  if (passkeyId !== null) return { ...begun, passkeyId }
  if (otherKey === null) throw apiError('APPROVAL_CEREMONY_OVER')
  return { ...begun, otherKey: { qx: otherKey.slice(0, 64), qy: otherKey.slice(64) } }
}
