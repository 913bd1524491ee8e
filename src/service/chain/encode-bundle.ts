import type { Address, Hex } from 'viem'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { addressWord, uintWord } from '#protocol/signing/word.ts'

/** Limits of the layout: `CallBundle.sol` has its table. */
const MAX_CALLS = 0xff
const MAX_RANGES = 0xff
const MAX_DATA_LENGTH = 0xffff
/** The log says the gas used in 31 bits. */
const MAX_GAS_BOUND = 0x7fff_ffffn

/** Gas that a range costs in each call; bytes between two ranges that cost less to repeat are repeated. */
const RANGE_GAS = 80
const ZERO_BYTE_GAS = 4
const BYTE_GAS = 16

/** One call of a bundle. */
export type BundledCall = {
  to: Address
  data: Hex
  /** The most gas that it may use; below 2^31. */
  gasBound: bigint
  /** The wallet that it is for, if that is not the target: the wallet that a deployment creates. */
  wallet?: Address
}

/** How one call of a bundle went. */
export type BundleResult = {
  /** That it did not revert; what a wallet executed is said by its events alone. */
  succeeded: boolean
  /** With the access to its target; at most some thousands above its bound. */
  gasUsed: bigint
}

/** A call as it is written: its index, its target and gas bound, its calldata. */
type Item = { index: number; head: Uint8Array; data: Uint8Array }

/** Calls with calldata of one length, made one after another. */
type Group = { first: Item; items: Item[] }

/** A range of the calldata in which calls of a group differ. */
type Range = { start: number; end: number }

/**
 * Calldata for `CallBundle` that makes all these calls: those with calldata of one length become a group, which has
 * what they share only once. `order[i]` is the index of the call that is made, and logged, as the i-th: the
 * calls of one wallet stay in their order, those of different wallets need not.
 *
 * Throws `RangeError` for no call or more than 255, calldata above 65,535 bytes, a gas bound outside 0 to 2^31-1 or
 * an invalid address, `HexError` for invalid hex.
 */
export function encodeBundle(calls: readonly BundledCall[]): { data: Hex; order: number[] } {
  if (calls.length < 1 || calls.length > MAX_CALLS) throw new RangeError('a bundle has 1 to 255 calls')
  const groups = groupCalls(calls)
  return {
    data: hexFromBytes(joinBytes([uint(1, calls.length), ...groups.flatMap(encodeGroup)])),
    order: groups.flatMap(({ items }) => items.map(({ index }) => index)),
  }
}

/**
 * What the log of a bundle says of each call that was made, in the order of `encodeBundle`. It is shorter than the
 * bundle when the transaction's gas did not suffice. A called contract can write such a log too: only the last one of
 * the contract in a transaction sent to it is the bundle's. Throws `RangeError` unless it has 4 bytes for each call.
 */
export function readBundleLog(data: Hex): BundleResult[] {
  const bytes = bytesFromHex(data)
  if (bytes.length % 4 !== 0) throw new RangeError('the log of a bundle has 4 bytes for each call')
  const view = new DataView(bytes.buffer)
  return Array.from({ length: bytes.length / 4 }, (_, index) => {
    const entry = view.getUint32(4 * index)
    return { succeeded: entry >>> 31 === 1, gasUsed: BigInt(entry & 0x7fff_ffff) }
  })
}

/** A call joins the first group of its length that does not come before another call of its wallet. */
function groupCalls(calls: readonly BundledCall[]): Group[] {
  const groups: Group[] = []
  const groupOfWallet = new Map<string, number>()
  for (const [index, call] of calls.entries()) {
    const item = { index, head: encodeHead(call), data: bytesFromHex(call.data) }
    if (item.data.length > MAX_DATA_LENGTH) throw new RangeError('calldata has at most 65,535 bytes')
    const wallet = (call.wallet ?? call.to).toLowerCase()
    const earliest = groupOfWallet.get(wallet) ?? 0
    const found = groups.findIndex(
      ({ first }, position) => position >= earliest && first.data.length === item.data.length,
    )
    const position = found < 0 ? groups.length : found
    const group = (groups[position] ??= { first: item, items: [] })
    group.items.push(item)
    groupOfWallet.set(wallet, position)
  }
  return groups
}

function encodeHead({ to, gasBound }: BundledCall): Uint8Array {
  if (gasBound > MAX_GAS_BOUND) throw new RangeError('a gas bound is below 2^31')
  return joinBytes([addressWord(to).subarray(12), uint(4, gasBound)])
}

function encodeGroup({ first, items }: Group): Uint8Array[] {
  const ranges = differingRanges(first.data, items)
  const template = Uint8Array.from(first.data)
  for (const { start, end } of ranges) template.fill(0, start, end)
  return [
    uint(1, items.length),
    uint(2, template.length),
    uint(1, ranges.length),
    ...ranges.flatMap(({ start, end }) => [uint(2, start), uint(2, end - start)]),
    template,
    ...items.flatMap(({ head, data }) => [
      head,
      ...ranges.map(({ start, end }) => data.subarray(start, end)),
    ]),
  ]
}

/** Where any call differs from the first, in ascending order; ranges are joined where that is cheaper. */
function differingRanges(first: Uint8Array, items: readonly Item[]): Range[] {
  const ranges: Range[] = []
  let gapGas = 0
  for (const [offset, byte] of first.entries()) {
    const last = ranges.at(-1)
    if (items.every(({ data }) => data[offset] === byte)) {
      gapGas += byte === 0 ? ZERO_BYTE_GAS : BYTE_GAS
    } else if (last !== undefined && (gapGas <= RANGE_GAS || ranges.length === MAX_RANGES)) {
      last.end = offset + 1
      gapGas = 0
    } else {
      ranges.push({ start: offset, end: offset + 1 })
      gapGas = 0
    }
  }
  return ranges
}

/** A big-endian number in so many bytes, in which it fits. */
const uint = (length: number, value: number | bigint) => uintWord(BigInt(value)).subarray(32 - length)
