import type { Hex } from 'viem'
import { harmlessText } from '#protocol/display/text.ts'
import { decodeArguments } from '#protocol/signing/abi-decode.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'

/** The calls that read a token's decimals and symbol. */
export const TOKEN_QUESTIONS = {
  decimals: encodeCall('decimals()', []),
  symbol: encodeCall('symbol()', []),
}

/** Maximum decimals of a token. No amount below 2^256 has more digits. */
export const DECIMALS_MAX = 77n
const SYMBOL_LENGTH_MAX = 12

/** The number in a contract's return data. Undefined if invalid. */
export function readUint(answer: Hex): bigint | undefined {
  const [units] = decodeArguments(['uint256'], bytesFromHex(answer)) ?? []
  return units === undefined ? undefined : BigInt(units)
}

/** A token's symbol from its contract's return data, made harmless. Returns `?` if there is none. */
export function readSymbol(answer: Hex): string {
  const [symbol = ''] = decodeArguments(['string'], bytesFromHex(answer)) ?? []
  return harmlessText(symbol, SYMBOL_LENGTH_MAX).text || '?'
}
