import type { Hex } from 'viem'
import { bytesFromHex, HexError, hexFromBytes, joinBytes } from './hex.ts'
import { packAssertion, type PackedAssertion } from './packed-assertion.ts'
import { decodeSignature, SignatureError } from './signature.ts'
import { fixedUint, readLength, wordsLength } from './word.ts'

/** The parts of a wallet's signature. Source: profile 4 and 14; `JoinedSignature.sol` reads both forms. */
export type JoinedSignature = {
  /** The passkey's assertion in the layout of `encodeSignature`. */
  tuple: Hex
  /** Slot of the key that signed. Undefined and 0 mean the main key. */
  keyNumber: number | undefined
  /** The co-signer's signature over the same digest. Undefined if there is none. */
  coSignature: Hex | undefined
}

/** Offset of the length of authenticatorData in the canonical tuple. */
const DATA_LENGTH_OFFSET = 0xe0
/** Bytes of the tuple before the contents of authenticatorData, and the length of clientDataJSON. */
const TUPLE_LENGTH = 0x120
const MAX_KEY_NUMBER = 0xff

/** First word of a signature in the long form. */
const LONG_FORM_MARK = 0x20n

/**
 * The parts of a signature of the long form, `tuple ‖ number (1 byte) ‖ co-signature`. The lengths in the tuple
 * determine its end, as in the contract. The parts are not verified: `decodeSignature` checks the tuple.
 *
 * @throws SignatureError if the signature is not hex or ends before its tuple
 */
export function splitSignature(signature: Hex): JoinedSignature {
  const bytes = signatureBytes(signature)
  const end = tupleEnd(bytes)
  return {
    tuple: hexFromBytes(bytes.subarray(0, end)),
    keyNumber: bytes[end],
    coSignature: bytes.length > end + 1 ? hexFromBytes(bytes.subarray(end + 1)) : undefined,
  }
}

/**
 * The long form of a signature. For the main key without a co-signature it is the tuple alone, which every wallet
 * accepts.
 *
 * @throws SignatureError if a part is not hex or the number does not fit into one byte
 */
export function joinSignature({ tuple, keyNumber = 0, coSignature = '0x' }: JoinedSignature): Hex {
  const parts = [signatureBytes(tuple), numberByte(keyNumber), signatureBytes(coSignature)]
  if (keyNumber === 0 && parts[2]?.length === 0) return tuple
  return hexFromBytes(joinBytes(parts))
}

/**
 * The short form of a signature, which `isValidSignature` accepts next to the long one and which costs less gas. It
 * omits the rpIdHash and the challenge, which the wallet inserts itself. Returns the long form if the short one cannot
 * express the assertion. `shortCoSignature` also shortens the co-signature of a passkey wallet.
 *
 * @throws SignatureError if the tuple is not canonical
 */
export function shortSignature(signature: JoinedSignature): Hex {
  const { coSignature } = signature
  return shorten({ ...signature, coSignature: coSignature && shortCoSignature(coSignature) })
}

/**
 * Shortens a co-signature if it is a signature of a passkey wallet. Returns other bytes unchanged. Only one
 * level is shortened: the co-signature of a co-signer's own co-signer stays unchanged, so the time is linear in
 * the length.
 */
export function shortCoSignature(coSignature: Hex): Hex {
  try {
    return shorten(splitSignature(coSignature))
  } catch (cause) {
    // This is the signature of an account without code, or of another kind of contract.
    if (cause instanceof SignatureError) return coSignature
    throw cause
  }
}

function shorten(signature: JoinedSignature): Hex {
  const assertion = packAssertion(decodeSignature(signature.tuple))
  // The contract reads a signature that begins with this word as the long form.
  if (assertion === undefined || assertion.r === LONG_FORM_MARK) return joinSignature(signature)
  return encodeShort(assertion, signature)
}

function encodeShort(
  assertion: PackedAssertion,
  { keyNumber = 0, coSignature = '0x' }: JoinedSignature,
): Hex {
  const { r, s, flagsAndCount, typeIndex, head, tail } = assertion
  return hexFromBytes(
    joinBytes([
      fixedUint(32, r),
      fixedUint(32, s),
      flagsAndCount,
      numberByte(keyNumber),
      fixedUint(1, BigInt(head.length)),
      fixedUint(2, BigInt(tail.length)),
      ...(head.length === 0 ? [] : [fixedUint(2, typeIndex)]),
      head,
      tail,
      signatureBytes(coSignature),
    ]),
  )
}

function tupleEnd(bytes: Uint8Array): number {
  try {
    const jsonStart = TUPLE_LENGTH + wordsLength(readLength(bytes, DATA_LENGTH_OFFSET))
    const end = jsonStart + wordsLength(readLength(bytes, jsonStart - 32))
    if (end <= bytes.length) return end
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
  }
  throw new SignatureError('signature must not end before its WebAuthn tuple')
}

function numberByte(keyNumber: number): Uint8Array {
  if (!Number.isInteger(keyNumber) || keyNumber < 0 || keyNumber > MAX_KEY_NUMBER)
    throw new SignatureError('signature must have a key number that fits into one byte')
  return Uint8Array.of(keyNumber)
}

function signatureBytes(hex: Hex): Uint8Array {
  try {
    return bytesFromHex(hex)
  } catch (cause) {
    if (cause instanceof HexError) throw new SignatureError(`signature ${cause.message}`, { cause })
    throw cause
  }
}
