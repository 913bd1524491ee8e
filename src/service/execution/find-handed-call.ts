import type { Hex } from 'viem'
import { readBundle } from '#protocol/receipt/read-bundle.ts'
import { bytesFromHex, sameBytes } from '#protocol/signing/hex.ts'
import {
  decodeExecuteCall,
  HANDED_SELECTORS,
  type HandedCall,
  type HandedWallet,
} from '#protocol/signing/unpack-execute.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'

/** Decoding attempts for one execution. Each hashes at most the whole input, and anyone can write decoys into it. */
const ATTEMPTS_MAX = 128
const WORD_LENGTH = 32

/**
 * The signed call with this digest in the input of a transaction: handed to the wallet itself, in a bundle, or as bytes that
 * another contract passed on. The digest proves it. Undefined if the input does not have it in one piece.
 */
export function findHandedCall(input: Hex, wallet: HandedWallet, digest: Hex): HandedCall | undefined {
  let attempts = 0
  for (const calldata of possibleCalls(input, wallet)) {
    if (attempts === ATTEMPTS_MAX) return undefined
    attempts += 1
    const handed = decodeExecuteCall(calldata, wallet)
    if (handed?.digest === digest) return handed
  }
  return undefined
}

function* possibleCalls(input: Hex, { address }: HandedWallet): Generator<Uint8Array> {
  yield* callsWithin(bytesFromHex(input))
  const own = readBundle(input).filter(({ to }) => lowerCase(to) === lowerCase(address))
  for (const { data } of own) yield* callsWithin(bytesFromHex(data))
}

/** Every place that begins like a call of a wallet: up to the length that the ABI writes before bytes, and up to the end. */
function* callsWithin(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1) {
    if (!HANDED_SELECTORS.some((selector) => sameBytes(bytes.subarray(at, at + 4), selector))) continue
    const length = lengthBefore(bytes, at)
    if (length !== undefined && at + length < bytes.length) yield bytes.subarray(at, at + length)
    yield bytes.subarray(at)
  }
}

function lengthBefore(bytes: Uint8Array, at: number): number | undefined {
  if (at < WORD_LENGTH) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + at - WORD_LENGTH, WORD_LENGTH)
  return view.getUint32(WORD_LENGTH - 4)
}
