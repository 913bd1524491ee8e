import type { Hex } from 'viem'
import { bytesFromHex, HexError, hexFromBytes, sameBytes } from './hex.ts'
import { bytesFromText, textFromBytes, Utf8Error } from './utf8.ts'
import { readLength, readUint, wordsLength, writeUint } from './word.ts'

/** A WebAuthn assertion in the layout of profile 4. The indexes are byte offsets in the UTF-8 form of clientDataJSON. */
export type WebAuthnSignature = {
  authenticatorData: Hex
  clientDataJSON: string
  challengeIndex: bigint
  typeIndex: bigint
  r: bigint
  s: bigint
}

/** Thrown if a signature cannot be encoded or is not in the canonical encoding. */
export class SignatureError extends Error {
  override name = 'SignatureError'
}

/** Lengths in bytes before the first tail: the tuple's own offset and its six heads. */
const TUPLE_START = 32
const HEADS_LENGTH = 192

/**
 * `abi.encode((bytes authenticatorData, string clientDataJSON, uint256 challengeIndex, uint256 typeIndex, uint256 r,
 * uint256 s))`, one tuple. Throws `SignatureError` for a number outside uint256, invalid hex or invalid
 * Unicode. Source: profile 4.
 */
export function encodeSignature(signature: WebAuthnSignature): Hex {
  try {
    return hexFromBytes(encodeTuple(signature))
  } catch (cause) {
    throw asSignatureError(cause)
  }
}

/**
 * The assertion in a `signature`. Strict: only bytes as written by `encodeSignature` are accepted, so an
 * assertion has one encoding. Throws `SignatureError`. Source: profile 4.
 */
export function decodeSignature(hex: string): WebAuthnSignature {
  try {
    const encoded = bytesFromHex(hex)
    const signature = decodeTuple(encoded)
    if (sameBytes(encodeTuple(signature), encoded)) return signature
  } catch (cause) {
    throw asSignatureError(cause)
  }
  throw new SignatureError('signature must be the canonical ABI encoding of one WebAuthn tuple')
}

function encodeTuple(signature: WebAuthnSignature): Uint8Array {
  const authenticatorData = bytesFromHex(signature.authenticatorData)
  const clientDataJSON = bytesFromText(signature.clientDataJSON)
  const clientDataOffset = HEADS_LENGTH + 32 + wordsLength(authenticatorData.length)
  const encoded = new Uint8Array(TUPLE_START + clientDataOffset + 32 + wordsLength(clientDataJSON.length))
  writeUint(encoded, 0, BigInt(TUPLE_START))
  const heads = [
    BigInt(HEADS_LENGTH),
    BigInt(clientDataOffset),
    signature.challengeIndex,
    signature.typeIndex,
    signature.r,
    signature.s,
  ]
  for (const [index, head] of heads.entries()) writeUint(encoded, TUPLE_START + 32 * index, head)
  writeBytes(encoded, TUPLE_START + HEADS_LENGTH, authenticatorData)
  writeBytes(encoded, TUPLE_START + clientDataOffset, clientDataJSON)
  return encoded
}

function writeBytes(target: Uint8Array, offset: number, bytes: Uint8Array): void {
  writeUint(target, offset, BigInt(bytes.length))
  target.set(bytes, offset + 32)
}

function decodeTuple(encoded: Uint8Array): WebAuthnSignature {
  const head = (index: number) => readUint(encoded, TUPLE_START + 32 * index)
  return {
    authenticatorData: hexFromBytes(bytesBehind(encoded, 0)),
    clientDataJSON: textFromBytes(bytesBehind(encoded, 1)),
    challengeIndex: head(2),
    typeIndex: head(3),
    r: head(4),
    s: head(5),
  }
}

/**
 * The length-prefixed bytes to which a head points. Returns fewer bytes if the tuple ends first. Such a tuple is not
 * canonical.
 */
function bytesBehind(encoded: Uint8Array, head: number): Uint8Array {
  const start = TUPLE_START + readLength(encoded, TUPLE_START + 32 * head)
  return encoded.subarray(start + 32, start + 32 + readLength(encoded, start))
}

function asSignatureError(cause: unknown): unknown {
  if (cause instanceof RangeError || cause instanceof HexError || cause instanceof Utf8Error) {
    return new SignatureError(`signature ${cause.message}`, { cause })
  }
  return cause
}
