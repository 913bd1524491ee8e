import { encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import { apiError, type ApiError } from '#server-kit/http/http-error.ts'
import { readContracts } from '#service/chain/read-contract.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { answeredAddress, answeredNumber } from '#service/chain/token-answer.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import { selectAllowed } from './allowed-tokens.ts'

const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function supportsInterface(bytes4) view returns (bool)',
  'function ownerOf(uint256) view returns (address)',
  'function punkIndexToAddress(uint256) view returns (address)',
  'function tokensOfOwner(address) view returns (uint256[])',
])

/** The ERC-165 id of the draft of ERC-721 that CryptoKitties implements. */
const DRAFT_INTERFACE = '0x9a20483d'
/** An id that no contract supports according to ERC-165. It detects contracts that return true for every id. */
const NO_INTERFACE = '0xffffffff'
const HOLDER: Address = '0x000000000000000000000000000000000000dEaD'
/** Minimum length of a hex-encoded ABI array. An array without items has two words. */
const ARRAY_LENGTH_MIN = 2 + 2 * 64

/**
 * Calls that distinguish a collection older than ERC-721 from a coin. `isEarlyCollection` expects their results in
 * this order.
 */
export const EARLY_QUESTIONS: readonly Hex[] = [
  encodeFunctionData({ abi, functionName: 'decimals' }),
  encodeFunctionData({ abi, functionName: 'supportsInterface', args: [NO_INTERFACE] }),
  encodeFunctionData({ abi, functionName: 'supportsInterface', args: [DRAFT_INTERFACE] }),
  encodeFunctionData({ abi, functionName: 'ownerOf', args: [1n] }),
  encodeFunctionData({ abi, functionName: 'punkIndexToAddress', args: [1n] }),
  encodeFunctionData({ abi, functionName: 'tokensOfOwner', args: [HOLDER] }),
]

/**
 * Whether the results of `EARLY_QUESTIONS` are those of a collection older than ERC-721, such as CryptoKitties,
 * whose `transfer(address,uint256)` takes an item's number. A contract with decimals is a coin.
 */
export function isEarlyCollection(answers: readonly Hex[]): boolean {
  const [decimals = '0x', anything = '0x', draft = '0x', owner = '0x', punk = '0x', items = '0x'] = answers
  const hasDecimals = (answeredNumber(decimals) ?? 0n) > 0n
  if (hasDecimals || answeredNumber(anything) === 1n) return false
  return (
    answeredNumber(draft) === 1n ||
    [owner, punk].some((answer) => answeredAddress(answer) !== undefined) ||
    (items.length >= ARRAY_LENGTH_MIN && answeredNumber(items) === 32n)
  )
}

const REFUSAL =
  'The contract at this address is a collection older than ERC-721, such as CryptoKitties: its transfer and approve take the number of an item and no amount'

/** The error for a collection older than ERC-721 that is used as a coin. */
export function earlyCollectionError(): ApiError {
  return apiError('TOKEN_UNREADABLE', REFUSAL)
}

/**
 * Refuses a collection older than ERC-721 where a coin is needed. Does not check a token of the organization's
 * list, which the organization vouches for.
 *
 * @throws TOKEN_UNREADABLE, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function requireNoEarlyCollection(
  ctx: HasChain & HasDatabase,
  organizationId: string,
  token: Address,
): Promise<void> {
  const allowed = await selectAllowed(ctx.db, organizationId).execute()
  if (allowed.some(({ address }) => sameAddress(address, token))) return
  const contract = lowerCase(token)
  const reads = EARLY_QUESTIONS.map((data) => ({ contract, data }))
  if (isEarlyCollection(await readContracts(ctx.chain, reads))) throw earlyCollectionError()
}
