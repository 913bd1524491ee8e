import type { Address, Hex } from 'viem'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { DECIMALS_MAX, readSymbol, readUint, TOKEN_QUESTIONS } from '#web/ui/token-answers.ts'
import type { Node } from './node.ts'

/** A token and the wallet's balance, in base units. Names and decimals are the token's own claim. */
export type Token = KnownToken & { address: Address; balance: bigint }

const NATIVE_TOKEN_DECIMALS = 18

/** The chain's own token. */
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

/** A token at an address. @throws ReadableError when it is none, or its answers are invalid */
export async function readToken(node: Node, address: Address, holder: Address): Promise<Token> {
  const ask = async (data: Hex) => {
    const answer = await node.hex('eth_call', [{ to: address, data }, 'latest'])
    if (answer === '0x')
      throw new ReadableError(t('There is no token at {address} on this chain.', { address }))
    return answer
  }
  const [balance, decimals, symbol] = await Promise.all([
    ask(encodeCall('balanceOf(address)', [holder])).then(uintOf),
    ask(TOKEN_QUESTIONS.decimals).then(uintOf),
    ask(TOKEN_QUESTIONS.symbol).then(readSymbol, () => '?'),
  ])
  if (decimals > DECIMALS_MAX)
    throw new ReadableError(t('This token reports more decimals than a number can have.'))
  return { address, symbol, name: symbol, decimals: Number(decimals), balance, standard: 'erc20' }
}

function uintOf(answer: Hex): bigint {
  const units = readUint(answer)
  if (units === undefined)
    throw new ReadableError(t('The contract at this address does not answer like a token.'))
  return units
}
