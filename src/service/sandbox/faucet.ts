import type { Address, Hex } from 'viem'
import type * as z from 'zod/mini'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { faucetRequestSchema, type faucetResultSchema } from '#protocol/faucet.ts'
import { TOKEN_STANDARDS } from '#protocol/token-functions.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { fieldError, validate, validationError } from '#server-kit/http/validate.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { HasRelay } from '#service/context-parts.ts'
import { DEMO_TOKENS, encodeMint } from './demo-tokens.ts'

type FaucetRequest = z.output<typeof faucetRequestSchema>
type FaucetResult = z.output<typeof faucetResultSchema>

const UINT256_END = 2n ** 256n
/**
 * Maximum of the native coin per request: one thousand, in wei. The relayer that pays has a million times this
 * amount.
 */
const NATIVE_WEI_MAX = 10n ** 21n
const MINED_TIMEOUT_MS = 30_000

/**
 * `POST /sandbox/faucet`: mints demo tokens, or sends the native coin (token: the zero address), and responds
 * once the transaction is mined. ERC-20 takes `amount` (base units), ERC-721 `tokenId`, ERC-1155 both (profile
 * 1).
 *
 * @throws VALIDATION_FAILED with the field
 * @throws TRANSACTION_REVERTS, such as for an NFT that exists
 */
export async function drip(ctx: HasRelay, body: unknown): Promise<FaucetResult> {
  const parsed = validate(faucetRequestSchema, body)
  if (!parsed.ok) throw validationError(parsed.errors)
  const { id, hash } = await ctx.relay.submit({ purpose: 'sandbox', ...encodeFaucetCall(parsed.value) })
  const outcome = await ctx.relay.outcome(id, MINED_TIMEOUT_MS)
  if (outcome === undefined) throw apiError('CHAIN_TIMEOUT', { cause: new Error(`${hash} is not mined yet`) })
  if (outcome.status === 'failed') throw apiError('TRANSACTION_REVERTS', outcome.reason)
  return { success: true, transactionHash: outcome.hash }
}

function encodeFaucetCall(request: FaucetRequest): { to: Address; data: Hex; value?: bigint } {
  const [token, to] = [lowerCase(request.token), lowerCase(request.to)]
  if (to === ZERO_ADDRESS) throw fieldError('to', 'must not be the zero address')
  if (token === ZERO_ADDRESS) {
    refuse(request, 'tokenId', 'is not for the native coin')
    const value = chooseAmount(request)
    if (value > NATIVE_WEI_MAX) throw fieldError('amount', `must be at most ${NATIVE_WEI_MAX} (1000 coins)`)
    return { to, data: '0x', value }
  }
  const standard = TOKEN_STANDARDS.find((one) => sameAddress(DEMO_TOKENS[one], token))
  if (standard === undefined)
    throw fieldError('token', 'must be a token of this sandbox, or the zero address for the native coin')
  if (standard === 'erc20') refuse(request, 'tokenId', 'is not for a coin')
  if (standard === 'erc721') refuse(request, 'amount', 'is not for a collectible: there is one of each')
  const item = standard !== 'erc20' && { tokenId: chooseTokenId(request) }
  const units = standard !== 'erc721' && { amount: chooseAmount(request) }
  return { to: token, data: encodeMint({ standard, to, ...item, ...units }) }
}

function chooseAmount(request: FaucetRequest): bigint {
  if (request.amount === undefined) throw fieldError('amount', 'is required')
  return BigInt(request.amount)
}

function chooseTokenId(request: FaucetRequest): bigint {
  if (request.tokenId === undefined) throw fieldError('tokenId', 'is required')
  const tokenId = BigInt(request.tokenId)
  if (tokenId >= UINT256_END) throw fieldError('tokenId', 'must be below 2^256')
  return tokenId
}

function refuse(request: FaucetRequest, field: 'amount' | 'tokenId', message: string): void {
  if (request[field] !== undefined) throw fieldError(field, message)
}
