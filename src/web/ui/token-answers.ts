import type { Hex } from 'viem'
import { harmlessText } from '#protocol/display/text.ts'
import { decodeArguments } from '#protocol/signing/abi-decode.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'

/** The calls that ask a token for its words. */
export const TOKEN_QUESTIONS = {
  decimals: encodeCall('decimals()', []),
  symbol: encodeCall('symbol()', []),
}

/** More than any amount below 2^256 has digits. */
export const DECIMALS_MAX = 77n
const SYMBOL_LENGTH_MAX = 12

/** The number in a contract's answer; undefined if it is none. */
export function readUint(answer: Hex): bigint | undefined {
  const [units] = decodeArguments(['uint256'], bytesFromHex(answer)) ?? []
  return units === undefined ? undefined : BigInt(units)
}

/** A token's symbol in its contract's answer, made harmless; `?` without one. */
export function readSymbol(answer: Hex): string {
  const [symbol = ''] = decodeArguments(['string'], bytesFromHex(answer)) ?? []
  return harmlessText(symbol, SYMBOL_LENGTH_MAX).text || '?'
}
