import type { Hex } from 'viem'
import { hexFromBytes } from './hex.ts'
import { writeAddress, writeUint } from './word.ts'

/** Selector of ERC-20 `transfer(address,uint256)` (coin-transfer.test.ts compares it with the general encoder). */
export const COIN_TRANSFER = '0xa9059cbb'

/**
 * The calldata of `transfer(address,uint256)`, the widget's most frequent call, without code for anything else.
 *
 * @throws RangeError for an invalid address or uint256
 */
export function encodeCoinTransfer(to: string, units: bigint): Hex {
  const words = new Uint8Array(64)
  writeAddress(words, 0, to)
  writeUint(words, 32, units)
  return `${COIN_TRANSFER}${hexFromBytes(words).slice(2)}`
}

const CALLDATA = new RegExp(`^${COIN_TRANSFER}0{24}([0-9a-f]{40})([0-9a-f]{64})$`)

/**
 * Recipient and decimal amount of the calldata of a transfer. Undefined for any other calldata. Also undefined if
 * encoding the result again does not give the same bytes, because dirty padding and trailing bytes would be displayed
 * incorrectly.
 */
export function decodeCoinTransfer(data: string): [to: string, units: string] | undefined {
  const [, to, units] = CALLDATA.exec(data) ?? []
  return to === undefined ? undefined : [`0x${to}`, BigInt(`0x${units}`).toString()]
}
