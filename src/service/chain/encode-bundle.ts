import type { Address, Hex } from 'viem'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { addressWord, uintWord } from '#protocol/signing/word.ts'

/** Limits of the layout that `CallBundle.sol` describes. A range begins at most 65,535 bytes into the template. */
const MAX_CALLS = 0xff
const MAX_RANGES = 4
const HEAD_LENGTH = 24
export const CALL_BYTES_MAX = 0xffff - HEAD_LENGTH
/** Maximum gas of a call: the log stores the gas used in 31 bits. */
export const GAS_BOUND_MAX = 0x7fff_ffffn

/**
 * Gas per call for its second to fourth range together. If a group has more than one range, the contract processes
 * three more.
 */
const MORE_RANGES_GAS = 180
/** Gas of a range in its group, for writing and checking it. */
const RANGE_GAS = 120
const ZERO_BYTE_GAS = 4
export const BYTE_GAS = 16

/** Gas of a transaction before its call begins. */
export const TRANSACTION_GAS = 21_000n
/**
 * Gas for each call in addition to its bound: the base cost of a separate transaction. The access to its target and the
 * contract's own work need 4,000 of it. The rest is for rollups that charge gas for data.
 */
const CALL_GAS = TRANSACTION_GAS
/**
 * Gas that must be left for a call in addition to its bound: `RESERVE` in `CallBundle.sol`. A call gets at most 63/64 of
 * the remaining gas, so `sumGasLimit` adds a 63rd.
 */
const RESERVE_GAS = 60_000n

export type BundledCall = {
  to: Address
  data: Hex
  /** Maximum gas that the call may use. Below 2^31. */
  gasBound: bigint
}

export type BundleResult = {
  /** True if the call did not revert. Only a wallet's events prove that a signed call was executed. */
  succeeded: boolean
  /** Gas used by the call, including the access to its target. At most some thousands above the call's bound. */
  gasUsed: bigint
}

/** A call as encoded: its index, and its target, gas bound and calldata. */
type Item = { index: number; bytes: Uint8Array }

/** Calls of one length, made one after another. */
type Group = { template: Uint8Array; items: Item[] }

export type Bundle = {
  /** Calldata of `CallBundle`. */
  data: Hex
  /** `order[i]` is the index of the call that is made, and logged, as the i-th. */
  order: number[]
  /** Gas limit with which each call can get its whole bound, at Ethereum's prices for calldata and calls. */
  gasLimit: bigint
}

/**
 * Encodes calls as a bundle. Calls with calldata of equal length form a group, which stores their common bytes once.
 * Calls of the same target keep their order. Calls of different targets can be reordered.
 *
 * @throws RangeError for no call or more than 255, calldata above 65,511 bytes, a gas bound outside 0 to 2^31-1 or an
 * invalid address
 * @throws HexError for invalid hex
 */
export function encodeBundle(calls: readonly BundledCall[]): Bundle {
  if (calls.length < 1 || calls.length > MAX_CALLS) throw new RangeError('a bundle has 1 to 255 calls')
  const groups = groupCalls(calls)
  const bytes = joinBytes([uint(1, calls.length), ...groups.flatMap(encodeGroup)])
  return {
    data: hexFromBytes(bytes),
    order: groups.flatMap(({ items }) => items.map(({ index }) => index)),
    gasLimit: sumGasLimit(bytes, calls),
  }
}

/**
 * Reads the results of the calls from the log of a bundle, in the order of `encodeBundle`. There are fewer results
 * than calls if the transaction ran out of gas. A called contract can make the bundle contract write such a log too.
 * The bundle's own log is the last one that the contract writes in a transaction sent to it.
 *
 * @throws RangeError unless the log has 4 bytes for each call
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

function sumGasLimit(bytes: Uint8Array, calls: readonly BundledCall[]): bigint {
  const calldata = BigInt(calldataGas(bytes))
  // EIP-7623 charges at least ten gas per token of calldata, which otherwise costs four.
  const least = TRANSACTION_GAS + (calldata * 5n) / 2n
  // Copying a byte costs less than one gas, including its memory.
  const start = TRANSACTION_GAS + calldata + BigInt(bytes.length)
  const bounds = calls.map(({ gasBound }) => gasBound)
  const highest = bounds.reduce((most, bound) => (bound > most ? bound : most), 0n)
  const used = bounds.reduce((sum, bound) => sum + bound + CALL_GAS, start)
  const limit = used + RESERVE_GAS + (RESERVE_GAS + highest) / 63n + 1n
  return limit > least ? limit : least
}

/**
 * Groups the calls. Each call is added to the first group of its length, unless that would place it before an
 * earlier call of the same target.
 */
function groupCalls(calls: readonly BundledCall[]): Group[] {
  const groups: Group[] = []
  const groupOfTarget = new Map<string, number>()
  for (const [index, call] of calls.entries()) {
    const bytes = encodeCall(call)
    const target = call.to.toLowerCase()
    const earliest = groupOfTarget.get(target) ?? 0
    const found = groups.findIndex(
      ({ template }, position) => position >= earliest && template.length === bytes.length,
    )
    const position = found < 0 ? groups.length : found
    const group = (groups[position] ??= { template: bytes, items: [] })
    group.items.push({ index, bytes })
    groupOfTarget.set(target, position)
  }
  return groups
}

function encodeCall({ to, data, gasBound }: BundledCall): Uint8Array {
  const bytes = bytesFromHex(data)
  if (bytes.length > CALL_BYTES_MAX) throw new RangeError('calldata has at most 65,511 bytes')
  if (gasBound > GAS_BOUND_MAX) throw new RangeError('a gas bound is below 2^31')
  return joinBytes([uint(4, gasBound), addressWord(to).subarray(12), bytes])
}

function encodeGroup({ template, items }: Group): Uint8Array[] {
  const ranges = differingRanges(template, items)
  const shared = Uint8Array.from(template)
  for (const { start, end } of ranges) shared.fill(0, start, end)
  return [
    uint(1, items.length),
    uint(2, template.length - HEAD_LENGTH),
    uint(1, ranges.length),
    ...ranges.flatMap(({ start, end }) => [uint(2, start), uint(2, end - start)]),
    shared,
    ...items.flatMap(({ bytes }) => ranges.map(({ start, end }) => bytes.subarray(start, end))),
  ]
}

/**
 * Returns the ranges in which any call differs from the template, from `start` until before `end`. It is one
 * range, or up to four if that is cheaper than the bytes between them.
 */
function differingRanges(template: Uint8Array, items: readonly Item[]) {
  const differing = [...template.keys()].filter((offset) =>
    items.some(({ bytes }) => bytes[offset] !== template[offset]),
  )
  const [first, last] = [differing[0], differing.at(-1)]
  if (first === undefined || last === undefined) return []
  const dearest = differing
    .map((offset, at) => ({ start: offset + 1, end: differing[at + 1] ?? offset + 1 }))
    .map((gap) => ({ ...gap, gas: calldataGas(template.subarray(gap.start, gap.end)) }))
    .filter(({ gas }) => gas * (items.length - 1) > RANGE_GAS)
    .toSorted((one, other) => other.gas - one.gas)
    .slice(0, MAX_RANGES - 1)
  const repeated = dearest.reduce((sum, { gas }) => sum + gas, 0)
  const gaps = repeated > MORE_RANGES_GAS ? dearest.toSorted((one, other) => one.start - other.start) : []
  return [first, ...gaps.map(({ end }) => end)].map((start, at) => ({
    start,
    end: gaps[at]?.start ?? last + 1,
  }))
}

function calldataGas(bytes: Uint8Array): number {
  return bytes.reduce((gas, byte) => gas + (byte === 0 ? ZERO_BYTE_GAS : BYTE_GAS), 0)
}

/** Encodes a big-endian number with `length` bytes, in which it must fit. */
const uint = (length: number, value: number | bigint) => uintWord(BigInt(value)).subarray(32 - length)
