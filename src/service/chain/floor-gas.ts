import type { Hex } from 'viem'
import { TRANSACTION_GAS } from './encode-bundle.ts'

/** Minimum gas for one token of calldata. A zero byte is one token, any other byte is four. Source: EIP-7623. */
const TOKEN_GAS = 10n
const TOKENS_OF_BYTE = 4

/**
 * Returns the minimum gas limit of a transaction with this calldata, whatever its execution uses. A pool rejects a lower
 * limit, and the estimates of some nodes ignore it (lambdaclass/ethrex 1665). Chains without EIP-7623 charge less, and
 * unused gas is not paid for.
 */
export function floorGas(data: Hex): bigint {
  let tokens = 0
  for (let at = 2; at < data.length; at += 2) tokens += data.startsWith('00', at) ? 1 : TOKENS_OF_BYTE
  return TRANSACTION_GAS + TOKEN_GAS * BigInt(tokens)
}
