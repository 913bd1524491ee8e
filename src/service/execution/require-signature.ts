import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { isHex, type Hex } from 'viem'
import { isOriginWithin, originAllowed } from '#protocol/passkey/origin.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { checkAssertion, type AssertionRefusal } from '#protocol/passkey/verify-assertion.ts'
import { joinSignature, splitSignature, type JoinedSignature } from '#protocol/signing/joined-signature.ts'
import { nameOtherSignatureForm } from '#protocol/signing/other-signature-form.ts'
import { decodeSignature, SignatureError, type WebAuthnSignature } from '#protocol/signing/signature.ts'
import { apiError, type ApiError } from '#server-kit/http/http-error.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { readAuthority, type Authority, type WalletKey } from '#service/chain/wallet-authority.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import { findEmbedOrigins, findRelatedOrigins } from '#service/organizations/domains.ts'
import type { OwnWallet } from '#service/wallets/require-own-wallet.ts'
import type { Execution } from './read-execution.ts'

/** The explanation of each refusal for the author of the request. */
const REFUSALS: Record<AssertionRefusal, string> = {
  'authenticator-data': 'authenticatorData is shorter than 37 bytes',
  'rp-id-hash':
    "the passkey is of another domain: authenticatorData does not begin with the wallet's rpIdHash",
  'user-not-present': 'the authenticator did not see the user (flag UP is not set)',
  'user-not-verified': 'the authenticator did not verify the user (flag UV is not set)',
  'backup-state': 'the flags contradict each other (BS is set without BE)',
  'client-data': 'clientDataJSON is not what a browser writes',
  type: 'clientDataJSON.type must be webauthn.get',
  challenge: 'the challenge is not the digest of this transaction: something signed differs from the request',
  indexes: 'challengeIndex and typeIndex must be the byte offsets of "challenge":" and "type":"',
  'r-range': 'r is out of range',
  's-range': 's is out of range',
  'high-s': 's must be the low one: send n - s',
}

/** A signature that a wallet accepts, in its canonical encoding, in lower case, and its parts. */
export type CheckedSignature = {
  /**
   * The tuple, followed by the number of the key unless it is the main one, and by the co-signature if one was given.
   */
  signature: Hex
  decoded: WebAuthnSignature
  /** Undefined if no co-signature was given. `requireSignature` does not check it. */
  coSignature: Hex | undefined
  /** The key that made the signature. `number` is its place in the wallet, even if the signature contains 0. */
  signingKey: WalletKey
}

/**
 * Checks every rule of profile 3 on the signature of an execute request, before the relayer pays for it:
 * layout, assertion, origin, and P-256 with a key that the wallet accepts now. Finds the number of that key
 * if it is missing.
 *
 * @throws INVALID_SIGNATURE with the broken rule
 */
export async function requireSignature(
  ctx: HasChain & HasDatabase,
  { wallet, domain, hasChangedAuthority }: Pick<Execution, 'wallet' | 'domain' | 'hasChangedAuthority'>,
  digest: Hex,
  signature: string,
): Promise<CheckedSignature> {
  const { decoded, ...joined } = decode(signature)
  const check = checkAssertion({ digest, signature: decoded, rpIdHash: wallet.rpIdHash })
  if (!check.ok) throw invalidSignature(REFUSALS[check.reason])
  await requireOrigin(ctx, wallet, domain, check.clientData)
  const findKey = hasChangedAuthority ? findPresentKey : findSigningKey
  const key = await findKey(ctx, wallet, check)
  if (key === undefined) throw invalidSignature("it was not made with one of the wallet's passkeys")
  const { tuple, coSignature } = joined
  const keyNumber = requireNumber(joined.keyNumber, key)
  const isPadded = joined.keyNumber === 0 && coSignature === undefined
  if (isPadded && !hasChangedAuthority && !(await isChangedOnChain(ctx, wallet)))
    throw invalidSignature('nothing may follow the signature of the only key of a wallet without a co-signer')
  const { number, x, y } = key
  const signingKey = { number, x, y }
  return { signature: joinSignature({ tuple, keyNumber, coSignature }), decoded, coSignature, signingKey }
}

/**
 * Returns whether a wallet has further keys or a co-signer on the chain that the service has not read yet.
 */
async function isChangedOnChain({ chain }: HasChain, { address }: OwnWallet): Promise<boolean> {
  const authority = await readAuthority(chain, address)
  if (authority === undefined) return false
  return authority.coSigner !== undefined || authority.keys.length > 1 || authority.mainNumber !== 0
}

function decode(signature: string): JoinedSignature & { decoded: WebAuthnSignature } {
  try {
    const joined = splitSignature(lowerCaseHex(signature))
    return { ...joined, decoded: decodeSignature(joined.tuple) }
  } catch (cause) {
    if (cause instanceof SignatureError)
      throw invalidSignature(
        nameOtherSignatureForm(signature) ?? cause.message.replace(/^signature /, 'it '),
        cause,
      )
    throw cause
  }
}

function lowerCaseHex(signature: string): Hex {
  const text = `0x${signature.slice(2)}`
  if (!isHex(text)) throw new SignatureError('signature must be hex')
  return lowerCase(text)
}

/**
 * Returns the number by which a signature names its key: 0 for the main one.
 *
 * @throws INVALID_SIGNATURE
 */
function requireNumber(given: number | undefined, { number, isMain }: SigningKey): number {
  if (given === undefined || given === number || (given === 0 && isMain)) return isMain ? 0 : number
  throw invalidSignature(`it names the key ${given}, and was made with the key ${number}`)
}

type CeremonyOrigin = { origin: string; crossOrigin?: boolean; topOrigin?: string }

async function requireOrigin(
  ctx: HasDatabase,
  wallet: OwnWallet,
  registeredDomain: string | undefined,
  ceremony: CeremonyOrigin,
): Promise<void> {
  if (registeredDomain === undefined)
    throw invalidSignature("the wallet's domain is not registered for this organization any more")
  const isFramed = ceremony.crossOrigin === true || ceremony.topOrigin !== undefined
  const embedOrigins = isFramed ? await findEmbedOrigins(ctx.db, wallet.organizationId) : []
  const { origin, crossOrigin, topOrigin } = ceremony
  const isElsewhere = !isOriginWithin(origin, registeredDomain)
  const relatedOrigins = isElsewhere
    ? await findRelatedOrigins(ctx.db, wallet.organizationId, registeredDomain)
    : []
  const allowed = { registeredDomain, embedOrigins, relatedOrigins }
  if (originAllowed({ origin, crossOrigin, topOrigin, ...allowed })) return
  throw invalidSignature(
    isFramed
      ? 'it was made in a frame of a site that may not embed the widget'
      : `it was made on another site than ${registeredDomain}, and not on one of its related origins`,
  )
}

/** Creates the error for a refused signature, with the rule that it breaks. */
export function invalidSignature(cause: string, underlying?: Error): ApiError {
  return apiError('INVALID_SIGNATURE', `signature is refused: ${cause}`, {
    errors: [{ path: 'signature', message: cause }],
    ...(underlying === undefined ? {} : { cause: underlying }),
  })
}

/** The key of a wallet that made a signature. `isMain`: number 0 also refers to it. */
export type SigningKey = WalletKey & { isMain: boolean }

/** The signed bytes and the signature over them, as `checkAssertion` returns them. */
type SignedBytes = { signedBytes: Uint8Array; rs: Uint8Array }

/**
 * Finds the key of a wallet that made a signature, trying the key from the wallet's creation first without
 * reading the chain. Use it for a wallet whose keys never changed, and for a past signature. Returns
 * undefined if no key made it.
 */
export async function findSigningKey(
  ctx: HasChain,
  wallet: OwnWallet,
  signed: SignedBytes,
): Promise<SigningKey | undefined> {
  const first = { number: 0, x: wallet.qx, y: wallet.qy, isMain: true }
  if (await verifyP256(first, signed.signedBytes, signed.rs)) return first
  return findMatchingKey(await readAuthority(ctx.chain, wallet.address), signed)
}

/**
 * Finds the key that made a signature among those that the wallet has on the chain now. The key from its
 * creation may have been removed, or may have another number now. Returns undefined if no key made it.
 *
 * @throws CHAIN_FAILED, also if the node does not have the wallet's contract; CHAIN_TIMEOUT
 */
async function findPresentKey(
  ctx: HasChain,
  wallet: OwnWallet,
  signed: SignedBytes,
): Promise<SigningKey | undefined> {
  const authority = await readAuthority(ctx.chain, wallet.address)
  if (authority === undefined) throw apiError('CHAIN_FAILED')
  return findMatchingKey(authority, signed)
}

async function findMatchingKey(
  authority: Authority | undefined,
  { signedBytes, rs }: SignedBytes,
): Promise<SigningKey | undefined> {
  for (const key of authority?.keys ?? []) {
    if (await verifyP256(key, signedBytes, rs))
      return { ...key, isMain: key.number === authority?.mainNumber }
  }
  return undefined
}

type P256Point = { x: bigint; y: bigint }

const verifyInBackground = promisify(verify)

/** Runs in a separate thread, because a verification takes longer than every other step of a request. */
function verifyP256(point: P256Point, signedBytes: Uint8Array, rs: Uint8Array): Promise<boolean> {
  const key = { key: importPublicKey(point), dsaEncoding: 'ieee-p1363' as const }
  return verifyInBackground('sha256', signedBytes, key, rs)
}

/** Cached key objects, by coordinates. Creating one is expensive. */
const publicKeys = new Map<string, KeyObject>()
const PUBLIC_KEYS_MAX = 10_000

function importPublicKey({ x, y }: P256Point): KeyObject {
  const name = `${x} ${y}`
  const known = publicKeys.get(name)
  if (known !== undefined) return known
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(x), y: coordinate(y) }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  if (publicKeys.size >= PUBLIC_KEYS_MAX) publicKeys.clear()
  publicKeys.set(name, key)
  return key
}

function coordinate(value: bigint): string {
  return Buffer.from(coordinateHex(value), 'hex').toString('base64url')
}
