import type { Address } from 'viem'
import type { Balances } from '#shared/org/transactions.ts'
import { checksumAddress, ZERO_ADDRESS } from '#shared/display/address.ts'
import { readErc20Balance, readNativeBalance } from '#service/chain/erc20.ts'
import type { Caller, Context } from '#service/context.ts'
import { ServiceError } from '#service/http/service-error.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'

/** The chain's own coin has no contract to ask. */
const NATIVE_COIN = { tokenAddress: ZERO_ADDRESS, name: 'Ether', symbol: 'ETH', decimals: 18 }

type Coin = Balances['coins'][number]

/**
 * `GET /wallets/{address}/balances`: the native coin and the allowed ERC-20 coins, amounts in the smallest
 * unit (profile 8). A listed token that does not answer is left out.
 *
 * @throws WALLET_NOT_OWNED, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function getBalances(
  ctx: Context,
  caller: Caller,
  input: { params: { address: string } },
): Promise<Balances> {
  const { address } = await requireOwnWallet(ctx, caller.organizationId, input.params.address)
  const [native, coins] = await Promise.all([readNativeBalance(ctx.chain, address), erc20Coins(ctx, address)])
  return { address, coins: [{ ...NATIVE_COIN, amount: native.toString() }, ...coins] }
}

async function erc20Coins(ctx: Context, owner: Address): Promise<Coin[]> {
  const tokens = await ctx.db
    .selectFrom('allowed_tokens')
    .select(['address', 'name', 'symbol', 'decimals'])
    .where('standard', '=', 'erc20')
    .orderBy('position')
    .execute()
  const coins = await Promise.all(
    tokens.map(async (token) => {
      const tokenAddress = checksumAddress(token.address)
      const amount = await balanceOrNothing(ctx, tokenAddress, owner)
      const { name, symbol, decimals } = token
      return amount === undefined ? [] : [{ tokenAddress, name, symbol, decimals, amount: amount.toString() }]
    }),
  )
  return coins.flat()
}

async function balanceOrNothing(ctx: Context, token: Address, owner: Address): Promise<bigint | undefined> {
  try {
    return await readErc20Balance(ctx.chain, token, owner)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'TOKEN_UNREADABLE') return undefined
    throw error
  }
}
