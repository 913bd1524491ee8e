import type { Hex } from 'viem'
import { bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
import { decodeDerSignature } from '#protocol/passkey/der.ts'
import { isBackupStateValid, USER_PRESENT, USER_VERIFIED } from '#protocol/passkey/verify-assertion.ts'
import { signatureFromAssertion } from '#protocol/signing/assertion-signature.ts'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { writeUint } from '#protocol/signing/word.ts'
import { WidgetError, type WidgetErrorFacts } from '#widget/errors.ts'
import type { Assertion, Authenticator } from './authenticator.ts'
import { ceremony, CEREMONY_DEADLINE_MS } from './ceremony.ts'
import { domainHash, sha256 } from './sha256.ts'
import { isSignableClientData } from './signable-client-data.ts'

type PublicKey = { qx?: string | undefined; qy?: string | undefined }

/**
 * The passkey requested to sign, and others of the same domain that may sign instead. Without `credentialId`,
 * the browser offers every passkey of the domain. Without a key, no signature is verified here.
 */
export type SigningPasskey = PublicKey & {
  rpId: string
  credentialId?: string | undefined
  others?: readonly (PublicKey & { credentialId: string })[] | undefined
}

/**
 * Asks the passkey for a signature over a 32-byte digest and verifies it. A wrong or unsuitable passkey is
 * then reported here and not by a rejected transaction. Returns the `signature` of an execute request.
 *
 * @throws WidgetError `PASSKEY_*`, or the signal's reason. Source: profile 3, 4.
 */
export async function signDigest(
  authenticator: Authenticator,
  request: { digest: Hex; passkey: SigningPasskey },
  signal: AbortSignal,
): Promise<Hex> {
  return encode(await askAssertion(authenticator, request, signal))
}

/** Signs like `signDigest`, and returns the verified response unchanged. */
export async function askAssertion(
  authenticator: Authenticator,
  request: { digest: Hex; passkey: SigningPasskey },
  signal: AbortSignal,
): Promise<Assertion> {
  const { digest, passkey } = request
  const { rpId } = passkey
  const known = [passkey, ...(passkey.others ?? [])]
  const ids = known.flatMap(({ credentialId: id }) => id ?? [])
  const assertion = await ceremony(signal, (bounded) =>
    authenticator.get(
      {
        challenge: new Uint8Array(bytesFromHex(digest)),
        rpId,
        allowCredentials: ids.map((id) => ({
          type: 'public-key',
          id: new Uint8Array(bytesFromBase64Url(id)),
        })),
        userVerification: 'required',
        timeout: CEREMONY_DEADLINE_MS,
      },
      bounded,
    ),
  )
  encode(assertion)
  const unfit = findFault(assertion, digest, await domainHash(rpId))
  if (unfit !== undefined) throw new WidgetError('PASSKEY_UNSUITABLE', unfit)
  for (const { qx, qy } of known)
    if (qx === undefined || qy === undefined || (await isSignedBy(qx, qy, assertion))) return assertion
  throw new WidgetError('PASSKEY_WRONG', { detail: 'signed by another key' })
}

function encode(assertion: Assertion): Hex {
  try {
    return signatureFromAssertion(assertion)
  } catch (cause) {
    throw new WidgetError('PASSKEY_UNSUITABLE', { detail: 'the answer is malformed', cause })
  }
}

/**
 * Finds a violation of the rules of profile 3 that an honest device can break: verification, domain, backup
 * flags, form and challenge.
 */
function findFault(assertion: Assertion, digest: Hex, rpIdHash: Hex): WidgetErrorFacts | undefined {
  const { authenticatorData, clientDataJSON } = assertion
  const required = USER_PRESENT | USER_VERIFIED
  const flags = authenticatorData[32] ?? 0
  if ((flags & required) !== required) return { detail: 'the user was not verified', reason: 'unverified' }
  if (hexFromBytes(authenticatorData.subarray(0, 32)) !== rpIdHash)
    return { detail: 'the passkey signed for another domain' }
  if (!isBackupStateValid(flags)) return { detail: 'the backup flags contradict each other' }
  return isSignableClientData(clientDataJSON, 'webauthn.get', bytesFromHex(digest))
    ? undefined
    : { detail: 'the passkey signed something else' }
}

/** Whether an assertion was signed with this public key. */
export async function isSignedBy(qx: string, qy: string, assertion: Assertion): Promise<boolean> {
  const { r, s } = decodeDerSignature(assertion.signature)
  const signed = joinBytes([assertion.authenticatorData, await sha256(assertion.clientDataJSON)])
  try {
    const key = await importKey(qx, qy)
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    return await crypto.subtle.verify(algorithm, key, words(r, s), new Uint8Array(signed))
  } catch (cause) {
    throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'public key', cause })
  }
}

/** @throws the browser's error if the coordinates are not a point of P-256 */
export async function importKey(qx: string, qy: string): Promise<CryptoKey> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const point = joinBytes([Uint8Array.of(4), words(BigInt(hex(qx)), BigInt(hex(qy)))])
  return crypto.subtle.importKey('raw', new Uint8Array(point), curve, false, ['verify'])
}

function hex(coordinate: string): string {
  return coordinate.startsWith('0x') ? coordinate : `0x${coordinate}`
}

/** Two numbers with 32 bytes each. */
function words(one: bigint, other: bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64)
  writeUint(bytes, 0, one)
  writeUint(bytes, 32, other)
  return bytes
}
