import { sha256 } from '@noble/hashes/sha2.js'
import type { Hex } from 'viem'
import { bytesFromHex, HexError, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import type { WebAuthnSignature } from '#protocol/signing/signature.ts'
import { bytesFromText, Utf8Error } from '#protocol/signing/utf8.ts'
import { uintWord } from '#protocol/signing/word.ts'
import { base64Url } from './base64-url.ts'
import { hasContractForm } from './client-data-form.ts'
import { ClientDataError, findIndexes, parseClientData, type ClientData } from './client-data.ts'
import { isLowS, P256_ORDER } from './low-s.ts'

/** Reason why an assertion is refused. */
export type AssertionRefusal =
  | 'authenticator-data'
  | 'rp-id-hash'
  | 'user-not-present'
  | 'user-not-verified'
  | 'backup-state'
  | 'client-data'
  | 'type'
  | 'challenge'
  | 'indexes'
  | 'r-range'
  | 's-range'
  | 'high-s'

/**
 * `signedBytes` is the message for P-256 with SHA-256, `rs` its signature as r and s of 32 bytes each (IEEE
 * P1363). `clientData` is for the origin rule, which needs the organization's domains.
 */
type AssertionCheck =
  | { ok: true; signedBytes: Uint8Array; rs: Uint8Array; clientData: ClientData }
  | { ok: false; reason: AssertionRefusal }

/**
 * Checks every rule of profile 3 for an assertion except the two that need more input. The caller verifies `rs`
 * over `signedBytes` with the wallet's public key, and the origins with `originAllowed`.
 */
export function checkAssertion(assertion: {
  digest: Hex
  signature: WebAuthnSignature
  rpIdHash: Hex
}): AssertionCheck {
  const { signature, digest, rpIdHash } = assertion
  const authenticatorData = tryBytes(() => bytesFromHex(signature.authenticatorData))
  const clientDataBytes = tryBytes(() => bytesFromText(signature.clientDataJSON))
  if (authenticatorData === undefined) return { ok: false, reason: 'authenticator-data' }
  if (clientDataBytes === undefined) return { ok: false, reason: 'client-data' }
  const reason = refuseAuthenticatorData(authenticatorData, rpIdHash)
  if (reason !== undefined) return { ok: false, reason }
  const clientData = readClientData(signature, clientDataBytes, digest)
  if (typeof clientData === 'string') return { ok: false, reason: clientData }
  const scalarReason = refuseScalars(signature.r, signature.s)
  if (scalarReason !== undefined) return { ok: false, reason: scalarReason }
  return {
    ok: true,
    signedBytes: joinBytes([authenticatorData, sha256(clientDataBytes)]),
    rs: joinBytes([uintWord(signature.r), uintWord(signature.s)]),
    clientData,
  }
}

function refuseAuthenticatorData(bytes: Uint8Array, rpIdHash: Hex): AssertionRefusal | undefined {
  if (bytes.length < AUTHENTICATOR_DATA_LENGTH_MIN) return 'authenticator-data'
  if (hexFromBytes(bytes.subarray(0, 32)) !== rpIdHash.toLowerCase()) return 'rp-id-hash'
  const flags = bytes[32] ?? 0
  if ((flags & USER_PRESENT) === 0) return 'user-not-present'
  if ((flags & USER_VERIFIED) === 0) return 'user-not-verified'
  return isBackupStateValid(flags) ? undefined : 'backup-state'
}

function readClientData(
  signature: WebAuthnSignature,
  bytes: Uint8Array,
  digest: Hex,
): ClientData | AssertionRefusal {
  try {
    const clientData = parseClientData(signature.clientDataJSON)
    if (clientData.type !== 'webauthn.get') return 'type'
    const challenge = base64Url(bytesFromHex(digest))
    if (clientData.challenge !== challenge) return 'challenge'
    const indexes = findIndexes(signature.clientDataJSON)
    const atIndexes =
      indexes.challengeIndex === signature.challengeIndex &&
      indexes.typeIndex === signature.typeIndex &&
      hasContractForm(bytes, indexes, { type: 'webauthn.get', challenge })
    return atIndexes ? clientData : 'indexes'
  } catch (cause) {
    if (cause instanceof ClientDataError) return 'client-data'
    throw cause
  }
}

function refuseScalars(r: bigint, s: bigint): AssertionRefusal | undefined {
  if (r <= 0n || r >= P256_ORDER) return 'r-range'
  if (s <= 0n || s >= P256_ORDER) return 's-range'
  return isLowS(s) ? undefined : 'high-s'
}

/** The bytes, or undefined for a text that is not hex or not Unicode. */
function tryBytes(read: () => Uint8Array): Uint8Array | undefined {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof HexError || cause instanceof Utf8Error) return undefined
    throw cause
  }
}

/** Bits of the flags byte. Source: WebAuthn L3 6.1. */
export const USER_PRESENT = 0x01
export const USER_VERIFIED = 0x04
export const BACKUP_ELIGIBLE = 0x08
const BACKUP_STATE = 0x10

/** The backup state requires backup eligibility. Source: WebAuthn L3 7.2 step 18. */
export function isBackupStateValid(flags: number): boolean {
  return (flags & BACKUP_ELIGIBLE) !== 0 || (flags & BACKUP_STATE) === 0
}

/** Minimum length of authenticatorData, in bytes: rpIdHash, flags and signCount. */
export const AUTHENTICATOR_DATA_LENGTH_MIN = 37
