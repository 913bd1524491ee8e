import { toFunctionSelector, type Address, type Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { HarmlessText } from '#protocol/display/text.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import type { InspectedToken } from '#protocol/tokens.ts'
import type { ChainReader } from '#service/chain/chain.ts'
import { DECIMALS_MAX, NAME_LENGTH_MAX, SYMBOL_LENGTH_MAX, readErc20Metadata } from '#service/chain/erc20.ts'
import { ANSWER_BYTES_MAX, readContracts } from '#service/chain/read-contract.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { answeredNumber, answeredWords } from '#service/chain/token-answer.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import type { HasChain } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { EARLY_QUESTIONS, isEarlyCollection } from './early-collection.ts'

/**
 * `POST /v1/org/tokens/inspect`: the token facts of an address, for any standard. Facts that the contract does not
 * return are empty. In contrast, `POST /tokens/resolve` only accepts complete ERC-20 coins (ADR 0006).
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export const inspectToken: Operation<'inspectToken', HasChain> = (ctx, _caller, input) => {
  return readTokenFacts(ctx.chain, checksumAddress(input.body.address))
}

const supports = (interfaceId: string): Hex =>
  `${toFunctionSelector('supportsInterface(bytes4)')}${interfaceId}${'0'.repeat(56)}`

/**
 * The calls that read the facts, in the order in which their results are used. No contract supports the id `ffffffff`
 * according to ERC-165, so this id detects contracts that return true for every id.
 */
const QUESTIONS: readonly Hex[] = [
  ...['name()', 'symbol()', 'decimals()', 'totalSupply()'].map((signature) => toFunctionSelector(signature)),
  supports('80ac58cd'),
  supports('d9b67a26'),
  supports('ffffffff'),
]
const ALL_QUESTIONS = [...QUESTIONS, ...EARLY_QUESTIONS]

/**
 * Reads the current token facts of the contract at an address.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function readTokenFacts(chain: ChainReader, address: Address): Promise<InspectedToken> {
  const contract: Address = lowerCase(address)
  const [isContract, answers] = await Promise.all([
    isDeployed(chain, contract),
    readContracts(
      chain,
      ALL_QUESTIONS.map((data) => ({ contract, data })),
    ),
  ])
  const [name = '0x', symbol = '0x', decimals = '0x', supply = '0x', ...interfaces] = answers.slice(
    0,
    QUESTIONS.length,
  )
  const standard = deriveStandard(interfaces, answeredNumber(supply))
  const isEarly = !isItems(standard) && isEarlyCollection(answers.slice(QUESTIONS.length))
  const words = [readWords(name, NAME_LENGTH_MAX), readWords(symbol, SYMBOL_LENGTH_MAX)]
  return {
    address,
    isContract,
    standard: isEarly ? null : standard,
    isEarlyCollection: isEarly,
    name: words[0]?.text ?? null,
    symbol: words[1]?.text ?? null,
    decimals: decodeDecimals(decimals),
    hasHiddenText: words.some((word) => word?.changed === true),
  }
}

/**
 * The name or symbol in a contract's result, which may have been cut at the maximum length. Undefined if it
 * contains no text.
 */
export function readWords(answer: Hex, lengthMax: number): HarmlessText | undefined {
  const words = answeredWords(answer, lengthMax, answer.length === 2 + 2 * ANSWER_BYTES_MAX)
  return words?.text === '' && !words.changed ? undefined : words
}

function deriveStandard(interfaces: readonly Hex[], supply: bigint | undefined): TokenStandard | null {
  const [erc721, erc1155, anything] = interfaces.map((answer) => answeredNumber(answer) === 1n)
  if (anything !== true && erc721 === true) return 'erc721'
  if (anything !== true && erc1155 === true) return 'erc1155'
  return supply === undefined ? null : 'erc20'
}

function isItems(standard: TokenStandard | null): boolean {
  return standard === 'erc721' || standard === 'erc1155'
}

export function decodeDecimals(answer: Hex): number | null {
  const decimals = answeredNumber(answer)
  return decimals === undefined || decimals > DECIMALS_MAX ? null : Number(decimals)
}

/**
 * `POST /tokens/resolve`: a token's name, symbol and decimals, read from the chain now. They come from a third
 * party: they are made harmless to display but can still be untrue (spec "Resolved token").
 *
 * @throws TOKEN_UNREADABLE if the address does not respond as an ERC-20 token
 */
export const resolveToken: Operation<'resolveToken', HasChain> = async (ctx, _caller, input) => {
  const address = checksumAddress(input.body.address)
  const { name, symbol, decimals } = await readErc20Metadata(ctx.chain, address)
  return { address, name, symbol, decimals }
}
