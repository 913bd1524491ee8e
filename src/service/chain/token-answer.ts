import type { Hex } from 'viem'
import { harmlessText, type HarmlessText } from '#protocol/display/text.ts'

/** Hex digits of one ABI word. */
const WORD = 64
/** Maximum bytes of a character in UTF-8. */
const CHARACTER_BYTES_MAX = 4

/** Reads a contract's result as a number. Undefined if it is shorter than one word. */
export function answeredNumber(answer: Hex): bigint | undefined {
  return answer.length < 2 + WORD ? undefined : BigInt(answer.slice(0, 2 + WORD))
}

/** Reads a contract's result as an address, in lower case. Undefined if it is not an address. */
export function answeredAddress(answer: Hex): `0x${string}` | undefined {
  const value = answeredNumber(answer)
  if (value === undefined || value >= 2n ** 160n) return undefined
  return `0x${value.toString(16).padStart(40, '0')}`
}

/**
 * Reads a contract's result as text: an ABI `string`, or the bytes32 of older tokens. The text is truncated and made
 * harmless, but is still only the contract's claim. `HarmlessText` says what was changed. Undefined if the result is
 * not text.
 *
 * @param isCut whether only the beginning of the result was read, so that the text may continue after its end
 */
export function answeredWords(answer: Hex, lengthMax: number, isCut = false): HarmlessText | undefined {
  const bytes = Buffer.from(answer.slice(2), 'hex')
  const content = bytes.length === 32 ? untilZero(bytes) : stringContent(bytes, isCut)
  if (content === undefined) return undefined
  const beginning = content.subarray(0, lengthMax * CHARACTER_BYTES_MAX)
  return harmlessText(new TextDecoder().decode(beginning), lengthMax)
}

function untilZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end === -1 ? bytes : bytes.subarray(0, end)
}

function stringContent(bytes: Buffer, isCut: boolean): Buffer | undefined {
  if (bytes.length < 64) return undefined
  const offset = BigInt(`0x${bytes.toString('hex', 0, 32)}`)
  if (offset > BigInt(bytes.length - 32)) return undefined
  const start = Number(offset) + 32
  const length = BigInt(`0x${bytes.toString('hex', start - 32, start)}`)
  if (length <= BigInt(bytes.length - start)) return bytes.subarray(start, start + Number(length))
  return isCut ? bytes.subarray(start) : undefined
}
