import { P256_ORDER } from './low-s.ts'

/** Thrown if bytes are not a strict DER ECDSA signature over P-256. */
export class DerError extends Error {
  override name = 'DerError'
}

const SEQUENCE = 0x30
const INTEGER = 0x02
/**
 * Maximum length of a signature, in bytes: two integers of at most 33 bytes with their headers, so lengths fit
 * the short form.
 */
const LENGTH_MAX = 72

/**
 * r and s of a DER `SEQUENCE { INTEGER r, INTEGER s }`, each from 1 to n-1. Strict: short-form lengths,
 * positive integers of at most 33 bytes, no trailing byte. Leading zeros of an integer are ignored, because
 * some authenticators always write 32 or 33 bytes (go-webauthn issue 408). Throws `DerError`. s may be high.
 * Source: WebAuthn L3 6.5.5; X.690 10.1, 8.3.
 */
export function decodeDerSignature(bytes: Uint8Array): { r: bigint; s: bigint } {
  if (bytes.length > LENGTH_MAX) throw new DerError('signature is too long for DER over P-256')
  if (bytes[0] !== SEQUENCE) throw new DerError('signature must start with a DER sequence')
  if (bytes[1] !== bytes.length - 2) throw new DerError('signature: the sequence must fill all the bytes')
  const r = readInteger(bytes, 2)
  const s = readInteger(bytes, r.end)
  if (s.end !== bytes.length) throw new DerError('signature has bytes after s')
  return { r: r.value, s: s.value }
}

function readInteger(bytes: Uint8Array, start: number): { value: bigint; end: number } {
  const length = bytes[start + 1] ?? 0
  const first = start + 2
  const end = first + length
  if (bytes[start] !== INTEGER || length === 0 || length > 33 || end > bytes.length) {
    throw new DerError('signature: r and s must be DER integers')
  }
  if ((bytes[first] ?? 0) >= 0x80) throw new DerError('signature: r and s must not be negative')
  let value = 0n
  for (let index = first; index < end; index += 1) value = (value << 8n) | BigInt(bytes[index] ?? 0)
  if (value === 0n || value >= P256_ORDER) throw new DerError('signature: r and s must be from 1 to n-1')
  return { value, end }
}
