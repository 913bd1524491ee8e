import type { Address, Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import type { AssertionJson } from '#protocol/passkey/credential-json.ts'
import { checkAssertion } from '#protocol/passkey/verify-assertion.ts'
import { signatureFromAssertion } from '#protocol/signing/assertion-signature.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { joinSignature } from '#protocol/signing/joined-signature.ts'
import { coSignatureDigest } from '#protocol/signing/message-digest.ts'
import { decodeSignature } from '#protocol/signing/signature.ts'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import type { HasApprovalUrl, HasChain, HasDatabase } from '#service/context-parts.ts'
import { readSigningKeys, type ApprovalKey } from './approval-keys.ts'
import { approvalRpIdHash } from './approval-wallets.ts'
import { verifyPasskey } from './ceremonies.ts'
import { CO_SIGNER_REFUSALS } from './co-signer-refusals.ts'

/** An approval wallet and the person's passkeys that are keys of it. */
export type CoSigner = { address: Address; keys: readonly ApprovalKey[] }

/**
 * Reads the approval wallets of a person. `credentialId`: a passkey that is a key. Null if none of their
 * passkeys is still a key.
 */
export async function readApprovalWallets(
  { db }: HasDatabase,
  approverId: string,
): Promise<
  { address: Hex; credentialId: string | null; deployed_at: Date | null; qx: string; qy: string }[]
> {
  return db
    .selectFrom('approval_wallets as wallet')
    .leftJoin('approver_passkeys as passkey', (join) =>
      join
        .onRef('passkey.credential_id', '=', 'wallet.credential_id')
        .onRef('passkey.approver_id', '=', 'wallet.approver_id'),
    )
    .select(['wallet.address', 'wallet.qx', 'wallet.qy', 'wallet.deployed_at'])
    .select('passkey.credential_id as credentialId')
    .where('wallet.approver_id', '=', approverId)
    .execute()
}

/**
 * Finds the approval wallet with which this person co-signs for a wallet. Returns undefined if the wallet has
 * no co-signer, or if the co-signer is not an approval wallet of theirs. `held`: the co-signer when the call
 * was held, which is used while the chain cannot be read.
 *
 * @throws CO_SIGNER_NOT_READY, CONFLICT
 */
export async function findCoSigner(
  ctx: HasChain & HasDatabase,
  approverId: string,
  { wallet, held }: { wallet: Address; held: Address | undefined },
): Promise<CoSigner | undefined> {
  const present = await readCoSigner(ctx, wallet).catch((error: unknown) => {
    if (error instanceof ApiError) return held
    throw error
  })
  return present === undefined ? undefined : requireReady(ctx, approverId, present)
}

async function readCoSigner({ chain }: HasChain, wallet: Address) {
  const authority = await readAuthority(chain, wallet)
  return authority?.coSigner
}

/**
 * Returns the co-signer with its keys if it is an approval wallet of this person, otherwise undefined.
 *
 * @throws CO_SIGNER_NOT_READY if the wallet is not deployed, CONFLICT if none of their passkeys is a key of it
 */
export async function requireReady(
  ctx: HasChain & HasDatabase,
  approverId: string,
  coSigner: Address,
): Promise<CoSigner | undefined> {
  const address = lowerCase(coSigner)
  const own = (await readApprovalWallets(ctx, approverId)).find((wallet) => wallet.address === address)
  if (own === undefined) return undefined
  const keys = await readSigningKeys(ctx, approverId, { wallet: own })
  if (keys === undefined && own.credentialId !== null)
    throw apiError('CO_SIGNER_NOT_READY', checksumAddress(address))
  if (keys === undefined || keys.length === 0) throw apiError('CONFLICT', CO_SIGNER_REFUSALS.passkeyRemoved)
  return { address, keys }
}

/** Returns the WebAuthn challenge of a co-signature over a digest, 32 bytes. */
export function coSignatureChallenge(
  chainId: number,
  coSigner: Address,
  digest: Hex,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytesFromHex(coSignatureDigest(chainId, coSigner, digest)))
}

/**
 * Returns the co-signature of an assertion in the layout of profile 4. Checks every rule of profiles 3 and 4 for the
 * approval app's domain. Only passkeys that are keys of the approval wallet count.
 *
 * @throws APPROVAL_PASSKEY_REFUSED, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function verifyCoSignature(
  ctx: HasChain & HasDatabase & HasApprovalUrl,
  response: AssertionJson,
  { coSigner, approverId, digest }: { coSigner: Address; approverId: string; digest: Hex },
): Promise<{ credentialId: string; coSignature: Hex }> {
  const signed = coSignatureDigest(ctx.chain.id, coSigner, digest)
  return verifyWalletAssertion(ctx, response, { wallet: coSigner, approverId, digest: signed })
}

/**
 * Returns the signature of an approval wallet's key over a digest, in the layout of profile 4. The number of the key
 * follows the tuple unless it is 0. The number always states the key's place, even for the main key, because it stays
 * correct when other keys change.
 *
 * @throws APPROVAL_PASSKEY_REFUSED, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function verifyWalletAssertion(
  ctx: HasChain & HasDatabase & HasApprovalUrl,
  response: AssertionJson,
  { wallet, approverId, digest }: { wallet: Address; approverId: string; digest: Hex },
): Promise<{ credentialId: string; coSignature: Hex }> {
  const own = (await readApprovalWallets(ctx, approverId)).find(({ address }) => address === wallet)
  if (own === undefined) throw apiError('APPROVAL_PASSKEY_REFUSED')
  const challenge = base64Url(bytesFromHex(digest))
  const { credentialId } = await verifyPasskey(ctx, response, { challenge, approverId })
  const keys = await readSigningKeys(ctx, approverId, { wallet: own, signer: credentialId })
  const key = keys?.find((one) => one.credentialId === credentialId)
  if (key === undefined) throw apiError('APPROVAL_PASSKEY_REFUSED')
  const tuple = encodeAssertion(response)
  // `verifyPasskey` parses clientDataJSON. The contract is stricter, because it compares the bytes.
  const signature = decodeSignature(tuple)
  const check = checkAssertion({ digest, signature, rpIdHash: approvalRpIdHash(ctx) })
  if (!check.ok) throw apiError('APPROVAL_PASSKEY_REFUSED', { cause: new Error(check.reason) })
  const coSignature = joinSignature({ tuple, keyNumber: key.number, coSignature: undefined })
  return { credentialId, coSignature }
}

/** @throws APPROVAL_PASSKEY_REFUSED if the authenticator's response is malformed */
function encodeAssertion({ response }: AssertionJson): Hex {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  try {
    return signatureFromAssertion({
      authenticatorData: bytes(response.authenticatorData),
      clientDataJSON: bytes(response.clientDataJSON),
      signature: bytes(response.signature),
    })
  } catch (cause) {
    throw apiError('APPROVAL_PASSKEY_REFUSED', { cause })
  }
}
