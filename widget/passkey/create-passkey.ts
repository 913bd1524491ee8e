import { base64Url } from '#protocol/passkey/base64-url.ts'
import { readCoseEs256 } from '#protocol/passkey/cose-key.ts'
import { passkeyName } from '#protocol/passkey/passkey-name.ts'
import { REFERENCE_LENGTH, encodeUserHandle, type WalletHandle } from '#protocol/passkey/user-handle.ts'
import {
  BACKUP_ELIGIBLE,
  isBackupStateValid,
  USER_PRESENT,
  USER_VERIFIED,
} from '#protocol/passkey/verify-assertion.ts'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { textFromBytes } from '#protocol/signing/utf8.ts'
import { WidgetError, type ErrorReason } from '#widget/errors.ts'
import type { Authenticator, Registration } from './authenticator.ts'
import { ceremony, CEREMONY_DEADLINE_MS } from './ceremony.ts'
import { domainHash } from './sha256.ts'
import { importKey, signDigest } from './sign-digest.ts'
import { isSignableClientData } from './signable-client-data.ts'

/**
 * A passkey with the data that the wallet needs. Coordinates have 64 hex digits. `credentialId` and
 * `userHandle` are base64url. `isSingle` means that it can never be on another device. `chainId` is the chain
 * of its wallet, which no server can change later.
 */
export type Passkey = {
  credentialId: string
  qx: string
  qy: string
  rpId: string
  userHandle: string
  isSingle?: boolean | undefined
  chainId?: number | undefined
}

type PasskeyDeps = { authenticator: Authenticator; random: (length: number) => Uint8Array<ArrayBuffer> }

/** COSE number of ES256, the only algorithm that the wallet contract can verify. */
const ES256 = -7
/**
 * Registers a passkey, and runs every check that applies to its assertions. Each wallet has its own user
 * handle. An authenticator replaces a credential with the same handle, so the key of an earlier wallet would
 * be lost.
 *
 * @throws WidgetError `PASSKEY_*`, or the signal's reason
 */
export async function createPasskey(
  deps: PasskeyDeps,
  request: {
    rpId: string
    organizationName: string
    userName: string
    displayName: string
    wallet: Omit<WalletHandle, 'reference'>
  },
  signal: AbortSignal,
): Promise<Passkey> {
  const userHandle = encodeUserHandle({ ...request.wallet, reference: deps.random(REFERENCE_LENGTH) })
  const challenge = deps.random(32)
  const registration = await ceremony(
    signal,
    (bounded) =>
      deps.authenticator.create(
        {
          // Some devices reject a passkey for a site without a name.
          rp: { id: request.rpId, name: passkeyName(request.organizationName.trim()) || request.rpId },
          user: {
            id: userHandle,
            name: passkeyName(request.userName),
            displayName: passkeyName(request.displayName),
          },
          challenge,
          pubKeyCredParams: [{ type: 'public-key', alg: ES256 }],
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'required',
          },
          attestation: 'none',
          timeout: CEREMONY_DEADLINE_MS,
        },
        bounded,
      ),
    'create',
  )
  const { rpId } = request
  const key = await readPublicKey(registration, await domainHash(rpId))
  const { clientDataJSON } = registration
  if (!isSignableClientData(clientDataJSON, 'webauthn.create', challenge))
    throw unsuitable('clientDataJSON has a form that a wallet cannot check')
  const passkey = {
    credentialId: base64Url(registration.credentialId),
    rpId,
    userHandle: base64Url(userHandle),
    ...key,
  }
  if (!isUsual(clientDataJSON)) await proveOnce(deps, passkey, signal)
  return passkey
}

/** Start of the clientDataJSON that browsers and most password managers write (WebAuthn L3 5.8.1.1). */
const USUAL_BEGINNING = '{"type":"webauthn.create","challenge":"'

function isUsual(clientDataJSON: Uint8Array): boolean {
  return textFromBytes(clientDataJSON).startsWith(USUAL_BEGINNING)
}

/**
 * Makes a passkey of an unusual device sign a random digest, which no wallet knows. Only an assertion shows
 * whether this passkey could ever sign for a wallet.
 *
 * @throws WidgetError `PASSKEY_*`
 */
async function proveOnce(deps: PasskeyDeps, passkey: Passkey, signal: AbortSignal): Promise<void> {
  const digest = hexFromBytes(deps.random(32))
  await signDigest(deps.authenticator, { digest, passkey }, signal)
}

async function readPublicKey(registration: Registration, rpIdHash: string) {
  try {
    const data = extractAuthenticatorData(registration.attestationObject)
    const required = USER_PRESENT | USER_VERIFIED
    const flags = data[32] ?? 0
    if ((flags & required) !== required) throw unsuitable('the user was not verified', 'unverified')
    if (!isBackupStateValid(flags)) throw unsuitable('the backup flags contradict each other')
    if (hexFromBytes(data.subarray(0, 32)) !== rpIdHash) throw unsuitable('made for another domain')
    // The key after the credential's id (WebAuthn L3 6.5.1).
    const key = readCoseEs256(data.subarray(55 + (data[53] ?? 0) * 256 + (data[54] ?? 0)))
    if (key === undefined) throw unsuitable('another algorithm')
    const { x: qx, y: qy } = key
    await importKey(qx, qy)
    return { qx, qy, isSingle: (flags & BACKUP_ELIGIBLE) === 0 }
  } catch (cause) {
    throw cause instanceof WidgetError ? cause : new WidgetError('PASSKEY_UNSUITABLE', { cause })
  }
}

function unsuitable(detail: string, reason?: ErrorReason): WidgetError {
  return new WidgetError('PASSKEY_UNSUITABLE', { detail, reason })
}

/** Names the passkey after its wallet in the device's list of passkeys. */
export function nameAfterWallet(
  authenticator: Authenticator,
  passkey: Passkey,
  { address, label, organizationName }: { address: string; label: string; organizationName: string },
): void {
  const name = label === '' ? organizationName : label
  authenticator.rename(passkey, `${name} · ${address.slice(0, 6)}…${address.slice(-4)}`)
}

/** Thrown if an attestation object has no authenticator data. */
export class AttestationObjectError extends Error {
  override readonly name = 'AttestationObjectError'
}

/** The CBOR text `authData`: its head 0x68, then its letters, in hex. */
const AUTH_DATA = '686175746844617461'

/**
 * Finds the authenticator data in an attestation object by its name. Ignores the order of the members and the
 * attestation statement, because a wallet trusts a key and not its maker. Needed for password managers
 * without `getAuthenticatorData()` and `getPublicKey()`.
 *
 * @throws AttestationObjectError. Source: WebAuthn L3 6.5.4; RFC 8949 3.
 */
export function extractAuthenticatorData(attestationObject: Uint8Array): Uint8Array {
  const name = hexFromBytes(attestationObject).indexOf(AUTH_DATA, 2)
  const head = name / 2 - 1 + AUTH_DATA.length / 2
  // A byte string with one length byte (0x58) or two (0x59). All authenticator data has such a length.
  const [kind, one = 0, two = 0] = attestationObject.subarray(head, head + 3)
  const [start, length] = kind === 0x58 ? [head + 2, one] : [head + 3, one * 256 + two]
  const data = attestationObject.subarray(start, start + length)
  if (name < 0 || (kind !== 0x58 && kind !== 0x59) || data.length !== length) {
    throw new AttestationObjectError('no authenticator data')
  }
  return data
}
