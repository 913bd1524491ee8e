import type { Hex } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import { readBundle } from '#protocol/receipt/read-bundle.ts'
import { bytesFromHex, sameBytes } from '#protocol/signing/hex.ts'
import {
  decodeExecuteCall,
  HANDED_SELECTORS,
  type HandedCall,
  type HandedWallet,
} from '#protocol/signing/unpack-execute.ts'

/**
 * Maximum bytes decoded for one execution, which takes about 20 ms. It is one and a half times the largest
 * transaction that nodes pool. Anyone can write decoys into an input, and each would be decoded and hashed
 * completely.
 */
const DECODED_BYTES_MAX = 196_608
/** Minimum cost of one decoding, in bytes, however short the input is. */
const ATTEMPT_BYTES = 1_024
const WORD_LENGTH = 32

/**
 * Finds the signed call with this digest in the input of a transaction: sent to the wallet directly, in a
 * bundle, or as bytes that another contract forwarded. The digest proves it. Returns undefined if the input
 * does not contain it in one piece, or contains too many decoys before it.
 */
export function findHandedCall(input: Hex, wallet: HandedWallet, digest: Hex): HandedCall | undefined {
  let decodedBytes = 0
  for (const calldata of possibleCalls(input, wallet)) {
    decodedBytes += ATTEMPT_BYTES + calldata.length
    if (decodedBytes > DECODED_BYTES_MAX) return undefined
    const handed = decodeExecuteCall(calldata, wallet)
    if (handed?.digest === digest) return handed
  }
  return undefined
}

/**
 * Lists candidates, the likely ones first: the whole input, a bundle's calls of the wallet, and bytes with an
 * ABI length before them. Candidates that extend to the end of the input come last, because they are the
 * longest.
 */
function* possibleCalls(input: Hex, { address }: HandedWallet): Generator<Uint8Array> {
  const bytes = Buffer.from(bytesFromHex(input).buffer)
  const starts = findSelectors(bytes)
  if (starts[0] === 0) yield bytes
  for (const { to, data } of readBundle(input)) if (sameAddress(to, address) && isHanded(data)) yield data
  for (const at of starts) {
    const length = lengthBefore(bytes, at)
    if (length !== undefined && at + length < bytes.length) yield bytes.subarray(at, at + length)
  }
  for (const at of starts) if (at > 0) yield bytes.subarray(at)
}

/** Finds the positions of wallet call selectors, in order. Stops at one more per selector than can be decoded. */
function findSelectors(bytes: Buffer): number[] {
  const starts = HANDED_SELECTORS.flatMap((selector) => {
    const found: number[] = []
    let at = bytes.indexOf(selector)
    while (at !== -1 && found.length * ATTEMPT_BYTES <= DECODED_BYTES_MAX) {
      found.push(at)
      at = bytes.indexOf(selector, at + 1)
    }
    return found
  })
  return starts.toSorted((one, other) => one - other)
}

function isHanded(calldata: Uint8Array): boolean {
  return HANDED_SELECTORS.some((selector) => sameBytes(calldata.subarray(0, selector.length), selector))
}

function lengthBefore(bytes: Uint8Array, at: number): number | undefined {
  if (at < WORD_LENGTH) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + at - WORD_LENGTH, WORD_LENGTH)
  return view.getUint32(WORD_LENGTH - 4)
}
