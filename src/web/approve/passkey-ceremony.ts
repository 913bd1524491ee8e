import type { Hex } from 'viem'
import { approvalKeyCall } from '#protocol/approval-key-call.ts'
import {
  type ApproverPasskey,
  type ApproverSession,
  type GuardedWallet,
  type HeldMessage,
  type KeyChange,
} from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { creationOptionsSchema, requestOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { OBJECT_TO_REMOVAL } from '#protocol/signing/wallet-functions.ts'
import { assertAny, readOptions, signDecision, type Answer } from '#web/ui/approval-ceremonies.ts'
import { askForSignIn, askPasskey, makePasskey } from '#web/ui/ask-passkey.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { ApiError, ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { isSignedWith, readMadeKey, type PasskeyKey } from './passkey-key.ts'
import { signalPasskeys } from './signal-passkeys.ts'

/** Creates the first approval passkey. `invitation` is the token of the mailed link. */
export async function enrol(invitation: string): Promise<ApproverSession> {
  return (await enrolPasskey({ invitation })).session
}

/** Creates another passkey for the signed-in person. `key` is undefined if no wallet can use it. */
export async function addPasskey(): Promise<{ id: string; key: PasskeyKey | undefined }> {
  const { response } = await enrolPasskey({})
  return { id: response.id, key: readMadeKey(response.response) }
}

async function enrolPasskey(body: { invitation?: string }) {
  const ceremony = await callApprover(APPROVER_ENDPOINTS.beginEnrolment, { body })
  const response = await makePasskey(readOptions(creationOptionsSchema, ceremony.options))
  const session = await callApprover(APPROVER_ENDPOINTS.finishEnrolment, {
    body: { ceremonyId: ceremony.ceremonyId, response },
  })
  return { session, response }
}

/** Removes a passkey and returns the remaining ones. */
export async function removePasskey(passkeyId: string): Promise<ApproverPasskey[]> {
  const { ceremonyId, response, rpId } = await assertAny()
  const body = { passkeyId, ceremonyId, response }
  const left = await callApprover(APPROVER_ENDPOINTS.removePasskey, { body })
  signalPasskeys({ rpId, userHandle: response.response.userHandle }, left)
  return left
}

/**
 * Signs with a passkey of this device and verifies the signature with the public key that the service
 * reports. Without this check, the service could authorize a key of another party.
 */
export async function proveKey({ id, key }: { id: string; key: PasskeyKey }): Promise<void> {
  const { options, nonce } = await callApprover(APPROVER_ENDPOINTS.beginSignIn)
  const only = [{ id, type: 'public-key' as const }]
  const request = { ...readOptions(requestOptionsSchema, options), allowCredentials: only }
  const assertion = await askForSignIn({ options: request, nonce })
  if (await isSignedWith(key, assertion)) return
  throw new ReadableError(
    t('The service named another key than this passkey’s, so we stopped. Nothing was changed.'),
  )
}

type Change = {
  change: KeyChange
  /** The passkey's id. Undefined if the key belongs to none of the person's passkeys. */
  id: string | undefined
  key: PasskeyKey
  /** The displayed approval wallet. Undefined if none is displayed. */
  displayed: string | undefined
}

/**
 * Adds a passkey to the person's approval wallet, or removes one. Another key of the wallet signs. The call
 * is computed here, so it can only be this change of the displayed key in the displayed wallet. Returns the
 * passkeys.
 */
export async function changeKey({ change, id, key, displayed }: Change): Promise<ApproverPasskey[]> {
  const named = id === undefined ? { key } : { passkeyId: id }
  const begun = await callApprover(APPROVER_ENDPOINTS.beginKeyChange, { body: { change, ...named } })
  const approvalWallet = checksumAddress(begun.approvalWallet)
  if (displayed === undefined || checksumAddress(displayed) !== approvalWallet)
    throw new ReadableError(
      t(
        'The service named another approval wallet than the displayed one, so we stopped. Nothing was signed.',
      ),
    )
  const expiration = readExpiration(begun)
  const digest = executeDigest(begun.chainId, approvalKeyCall({ approvalWallet, change, key, expiration }))
  const options = readOptions(requestOptionsSchema, begun.options)
  const response = await askPasskey(options, bytesFromHex(digest))
  const body = { ceremonyId: begun.ceremonyId, response }
  const left = await callApprover(APPROVER_ENDPOINTS.finishKeyChange, { body })
  if (change === 'remove')
    signalPasskeys({ rpId: options.rpId, userHandle: response.response.userHandle }, left)
  return left
}

/** Decides a message, as `decide` does for a transaction. `digest` is the digest of the displayed message. */
export async function decideMessage(
  { messageUuid, chainId }: HeldMessage,
  digest: Hex,
  { comment, ...answer }: Answer,
): Promise<HeldMessage> {
  const begun = await callApprover(APPROVER_ENDPOINTS.beginMessageDecision, {
    body: { messageUuid, ...answer },
  })
  if (!('ceremonyId' in begun)) return begun
  const body = await signDecision({ uuid: messageUuid, digest, chainId }, begun, answer.decision)
  return callApprover(APPROVER_ENDPOINTS.finishMessageDecision, { body: { ...body, comment } })
}

/**
 * Objects to the removal of a wallet's co-signer. The approval wallet's call is computed here, so it can only be the
 * objection for this wallet.
 */
export async function objectToRemoval({ walletAddress, chainId }: GuardedWallet): Promise<void> {
  const begun = await callApprover(APPROVER_ENDPOINTS.beginObjection, { body: { walletAddress } })
  const digest = executeDigest(chainId, {
    walletAddress: checksumAddress(begun.approvalWallet),
    toAddress: checksumAddress(walletAddress),
    value: 0n,
    data: OBJECT_TO_REMOVAL,
    expiration: readExpiration(begun),
    fee: 0n,
    feeCoinAddress: ZERO_ADDRESS,
    feeWithdrawAddress: ZERO_ADDRESS,
  })
  const options = readOptions(requestOptionsSchema, begun.options)
  const response = await askPasskey(options, bytesFromHex(digest))
  await callApprover(APPROVER_ENDPOINTS.finishObjection, { body: { ceremonyId: begun.ceremonyId, response } })
}

/** Maximum validity, in seconds: one hour by the service's clock, plus one hour of clock difference. */
const CALL_SECONDS_MAX = 7_200n

/**
 * Reads the expiration. Refuses calls that do not expire soon, because a service could keep their signature
 * for years.
 */
function readExpiration(begun: { expiration: string }): bigint {
  const expiration = BigInt(begun.expiration)
  if (expiration <= BigInt(Math.floor(Date.now() / 1_000)) + CALL_SECONDS_MAX) return expiration
  throw new ApiError('UNREADABLE')
}
