import type * as z from 'zod/mini'
import { revealText } from '#protocol/display/text.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { bytesFromText, textFromBytes } from '#protocol/signing/utf8.ts'
import type { bytesMessageSchema, textMessageSchema } from '#protocol/widget-call.ts'
import { hashMessage } from './hash-message.ts'
import type { MessagePage, MessageWarning, ReadMessage } from './message-reading.ts'
import { readSignIn } from './sign-in.ts'

type TextOrBytes = z.infer<typeof textMessageSchema> | z.infer<typeof bytesMessageSchema>

/** Length of a hash, in bytes. */
const HASH_BYTES = 32

/**
 * Reads a text, or bytes that may be a text, as EIP-191 hashes it. Undefined for data that may be a transaction, or
 * the hash of anything.
 *
 * @throws Utf8Error for a lone surrogate
 */
export function readText(message: TextOrBytes, page: MessagePage): ReadMessage | undefined {
  const bytes = message.kind === 'text' ? bytesFromText(message.text) : bytesFromHex(message.data)
  const text = message.kind === 'text' ? readable(message.text) : textIn(bytes)
  // A text may be the hex of bytes.
  const digits = /^\s*(?:0x)?((?:[\da-f]{2})+)\s*$/i.exec(text ?? '')?.[1] ?? ''
  if (isUnsafe(text === undefined ? bytes : bytesFromHex(`0x${digits}`))) return undefined
  const data = hexFromBytes(bytes)
  const canonical = message.kind === 'text' ? message : ({ kind: 'bytes', data } as const)
  const read = { hash: hashMessage(bytes), canonical, values: [], permissions: [] }
  if (text === undefined) return { ...read, kind: 'data', text: data, warnings: ['unread'] }
  const shown = revealText(text)
  const signIn = readSignIn(text, page)
  const warnings: MessageWarning[] = [
    ...(signIn?.faults ?? []),
    ...(shown === text ? [] : ['hidden' as const]),
    // An attacker can search for a hash that is also a readable text.
    ...(bytes.length === HASH_BYTES ? ['unread' as const] : []),
  ]
  return signIn === undefined
    ? { ...read, kind: 'text', text: shown, warnings }
    : { ...read, kind: 'sign-in', text: shown, signIn, warnings }
}

/** Decodes bytes as text. Undefined for bytes that cannot be read as text. */
function textIn(bytes: Uint8Array): string | undefined {
  try {
    return readable(textFromBytes(bytes))
  } catch {
    return undefined
  }
}

/** The text, unless it has control characters, which no screen displays. */
function readable(text: string): string | undefined {
  return /[^\P{C}\p{Cf}\t\n\r]/u.test(text) ? undefined : text
}

/**
 * Whether bytes may be a hash, data that is hashed to be signed (EIP-191), or a transaction: one RLP list,
 * possibly after its type (EIP-2718).
 */
function isUnsafe(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  const list = bytes.subarray(first < 0x80 && second >= 0xc0 ? 1 : 0)
  const prefix = list[0] ?? 0
  const sized = Math.max(0, prefix - 0xf7)
  const length = list.slice(1, 1 + sized).reduce((sum, byte) => sum * 256 + byte, 0)
  const isList = prefix >= 0xc0 && list.length === 1 + sized + (length || prefix - 0xc0)
  return bytes.length === HASH_BYTES || (first === 0x19 && bytes.length > 32) || (isList && bytes.length > 8)
}
