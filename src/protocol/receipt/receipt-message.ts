import { sha256 } from '@noble/hashes/sha2.js'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'
import type { ReceiptBody } from './receipt.ts'

/** Domain separation from all other signatures. */
const PREFIX = 'latchkey receipt 1\n'

/**
 * The bytes that the service signs: the receipt without its proof as JSON, every object's keys sorted, no white space
 * (RFC 8785; a receipt's numbers are integers). The file's layout does not matter.
 */
export function receiptMessage(body: ReceiptBody): Uint8Array {
  return bytesFromText(`${PREFIX}${JSON.stringify(sorted(body))}`)
}

/** A key's id: the first 16 hex digits of its SHA-256. */
export function receiptKeyId(publicKey: Uint8Array): string {
  return hexFromBytes(sha256(publicKey)).slice(2, 18)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  )
}
