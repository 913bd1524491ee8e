import type { Address, Hex } from 'viem'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { NodeError } from '#web/ui/ask-node.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { DECIMALS_MAX, readSymbol, readUint, TOKEN_QUESTIONS } from '#web/ui/token-answers.ts'
import type { Node } from './node.ts'

/**
 * A token and the wallet's balance in base units. The name and decimals are the token's own claim. `decimals` is null
 * if the token reports none. Amounts of the token are then in base units.
 */
export type Token = Omit<KnownToken, 'decimals'> & {
  address: Address
  balance: bigint
  decimals: number | null
}

const NATIVE_TOKEN_DECIMALS = 18

/** Reads the chain's native token. */
export async function readNativeToken(node: Node, holder: Address): Promise<Token> {
  const balance = await node.number('eth_getBalance', [holder, 'latest'])
  return {
    address: ZERO_ADDRESS,
    symbol: t('native token'),
    name: t('Native token of the chain'),
    decimals: NATIVE_TOKEN_DECIMALS,
    balance,
  }
}

/** Reads the token at an address. @throws ReadableError if it is not a token or returns invalid values */
export async function readToken(node: Node, address: Address, holder: Address): Promise<Token> {
  const ask = async (data: Hex) => {
    const answer = await node.hex('eth_call', [{ to: address, data }, 'latest'])
    if (answer === '0x')
      throw new ReadableError(t('There is no token at {address} on this chain.', { address }))
    return answer
  }
  const [balance, decimals, symbol] = await Promise.all([
    ask(encodeCall('balanceOf(address)', [holder])).then(decodeUint),
    node
      .hex('eth_call', [{ to: address, data: TOKEN_QUESTIONS.decimals }, 'latest'])
      .then(readUint, noDecimals),
    ask(TOKEN_QUESTIONS.symbol).then(readSymbol, () => '?'),
  ])
  const known = decimals === undefined || decimals > DECIMALS_MAX ? null : Number(decimals)
  return { address, symbol, name: symbol, decimals: known, balance, standard: 'erc20' }
}

/**
 * Handles a reverted call: the token reports no decimals. Rethrows other errors, such as an unreachable node.
 */
function noDecimals(error: unknown): undefined {
  if (error instanceof NodeError && error.cause === undefined) return undefined
  throw error
}

function decodeUint(answer: Hex): bigint {
  const units = readUint(answer)
  if (units === undefined)
    throw new ReadableError(t('The contract at this address does not respond like a token.'))
  return units
}
