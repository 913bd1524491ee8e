import { getTypesForEIP712Domain, hashMessage, hashTypedData, type Hex } from 'viem'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { revealText } from '#protocol/display/text.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { bytesFromText, textFromBytes } from '#protocol/signing/utf8.ts'
import { typedDataSchema, type SignableMessage } from '#protocol/widget-message.ts'
import { readPermissions, type Signer } from './permissions.ts'
import { readSignIn, type SignInFault } from './sign-in.ts'
import { valuesOf } from './typed-data.ts'

/**
 * `gives`: others may take tokens by it; `unread`: its effect is unknown. Those two alone may move what a wallet holds.
 * `hidden`: invisible marks.
 */
export type MessageWarning = SignInFault | 'hidden' | 'gives' | 'unread'

/** A message as it is displayed, all of it from what is hashed. */
export type ReadMessage = {
  kind: 'text' | 'sign-in' | 'permission' | 'data'
  hash: Hex
  /** A text, whole; bytes that are none as hex. */
  text?: string
  signIn?: { domain: string; uri: string }
  /** Every value of typed data by its path. */
  values: (readonly [path: string, text: string])[]
  permissions: CallDescription[]
  warnings: MessageWarning[]
}

/**
 * Reads what a message is; undefined for what may be a transaction, or the hash of anything. `origin` is the real one of the
 * page that asks.
 *
 * @throws an Error that says what is wrong with it
 */
export function readMessage(
  message: SignableMessage,
  page: Signer & { origin: string; nowMs: number },
): ReadMessage | undefined {
  if (message.kind === 'typed-data') return readTyped(message.typedData, page)
  const bytes = message.kind === 'text' ? bytesFromText(message.text) : bytesFromHex(message.data)
  const text = textIn(bytes)
  // A text may be the hex of bytes.
  const digits = /^\s*(?:0x)?((?:[\da-f]{2})+)\s*$/i.exec(text ?? '')?.[1] ?? ''
  if (isUnsafe(text === undefined ? bytes : bytesFromHex(`0x${digits}`))) return undefined
  const read = { hash: hashMessage({ raw: bytes }), values: [], permissions: [] }
  if (text === undefined) return { ...read, kind: 'data', text: hexFromBytes(bytes), warnings: ['unread'] }
  const shown = revealText(text)
  const signIn = readSignIn(text, page)
  const warnings: MessageWarning[] = [
    ...(signIn?.faults ?? []),
    ...(shown === text ? [] : ['hidden' as const]),
  ]
  // A hash that is a text too can be searched for; in so few letters it is too rare.
  if (bytes.length === 32 && !/^[\da-z \n.,:-]*$/i.test(text)) warnings.push('unread')
  return signIn === undefined
    ? { ...read, kind: 'text', text: shown, warnings }
    : { ...read, kind: 'sign-in', text: shown, signIn, warnings }
}

/** @throws RangeError for another chain than the wallet's, on which no signature of it is valid; viem's errors */
function readTyped(given: object, page: Signer): ReadMessage {
  const typedData = typedDataSchema.parse(given)
  const types = { EIP712Domain: getTypesForEIP712Domain(typedData), ...typedData.types }
  const domain = valuesOf(types, 'EIP712Domain', typedData.domain)
  const message = valuesOf(types, typedData.primaryType, typedData.message)
  if ((domain.get('chainId') ?? String(page.chainId)) !== String(page.chainId))
    throw new RangeError(`domain.chainId must be ${page.chainId}`)
  const known = readPermissions(typedData, { domain, message }, page)
  const gives = known?.some(({ severity }) => severity === 'danger')
  const own = [...domain].map(([name, text]) => [`domain.${name}`, text] as const)
  return {
    kind: known === undefined ? 'data' : 'permission',
    hash: hashTypedData(typedData),
    values: [...own, ...message].map(([path, text]) => [path, revealText(text)] as const),
    permissions: known ?? [],
    warnings: known === undefined ? ['unread'] : gives ? ['gives'] : [],
  }
}

/** The text that bytes are, unless they are none that can be read. */
function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = textFromBytes(bytes)
    return /[^\P{C}\p{Cf}\t\n\r]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** A hash, what is hashed to be signed (EIP-191), or a transaction: one RLP list, perhaps after its type (EIP-2718). */
function isUnsafe(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  const list = bytes.subarray(first < 0x80 && second >= 0xc0 ? 1 : 0)
  const prefix = list[0] ?? 0
  const sized = Math.max(0, prefix - 0xf7)
  const length = list.slice(1, 1 + sized).reduce((sum, byte) => sum * 256 + byte, 0)
  const isList = prefix >= 0xc0 && list.length === 1 + sized + (length || prefix - 0xc0)
  return bytes.length === 32 || (first === 0x19 && bytes.length > 32) || (isList && bytes.length > 8)
}
