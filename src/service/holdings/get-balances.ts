import { WithHeaders, type PagedOperation } from '#service/http/endpoint-types.ts'
import type { Address } from 'viem'
import type { Balances } from '#protocol/holdings.ts'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { readNativeBalance } from '#service/chain/erc20.ts'
import type { Context } from '#service/context.ts'
import { readPage } from '#server-kit/http/page-cursor.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { claimCursor, confirmClaims, findClaims, readUpTo, type ConfirmedClaim } from './claims.ts'
import {
  findListedTokens,
  readListedCoins,
  type ListedTokens,
  readTokenWords,
  type TokenWords,
} from './token-words.ts'

/** The chain's own coin has no contract to ask. */
const NATIVE_COIN = { tokenAddress: ZERO_ADDRESS, name: 'Ether', symbol: 'ETH', decimals: 18, allowed: true }

type Coin = Balances['coins'][number]

/**
 * `GET /wallets/{address}/balances`: what a wallet has and has granted, amounts in the smallest unit. The native
 * coin and the listed ERC-20 coins always; of the rest a page of what the chain's logs claim, each confirmed by
 * the chain now. What a token does not answer is left out (profile 8).
 *
 * @throws WALLET_NOT_OWNED, VALIDATION_FAILED for a cursor that was not given out, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export const getBalances: PagedOperation<'getBalances'> = async (ctx, caller, { params, query }) => {
  const { address } = await requireOwnWallet(ctx, caller.organizationId, params.address)
  const wallet = lowerCase(address)
  const { cursor, tokens } = query
  const { page: claims, headers } = await readPage({
    publicUrl: ctx.settings.publicUrl,
    path: `/v1/baas/wallets/${address}/balances`,
    query,
    read: (count) => {
      const page = { after: cursor, count, tokens: tokens?.toLowerCase().split(',') }
      return findClaims(ctx.db, ctx.chain.id, { ...caller, wallet }, page)
    },
    next: (last) => ({ cursor: claimCursor(last) }),
  })
  const [listed, asOfBlock] = await Promise.all([
    findListedTokens(ctx.db, caller.organizationId),
    readUpTo(ctx.db, ctx.chain.id, wallet),
  ])
  const [coins, confirmed] = await Promise.all([
    cursor === undefined ? firstCoins(ctx, wallet, listed) : [],
    confirmClaims(ctx.chain, wallet, claims),
  ])
  const words = await wordsOf(ctx, confirmed, listed)
  const lists: Lists = { coins: [], collectibles: [], multiTokens: [], allowances: [], operators: [] }
  for (const claim of confirmed) addTo(lists, claim, words.get(claim.token) ?? NO_WORDS)
  const content = {
    address,
    ...lists,
    coins: [...coins, ...lists.coins],
    ...(asOfBlock !== undefined && { asOfBlock }),
  }
  return new WithHeaders(content, headers)
}

async function firstCoins(ctx: Context, wallet: Address, listed: ListedTokens): Promise<Coin[]> {
  const [native, coins] = await Promise.all([
    readNativeBalance(ctx.chain, wallet),
    readListedCoins(ctx.chain, wallet, listed),
  ])
  return [{ ...NATIVE_COIN, amount: native.toString() }, ...coins]
}

/** The list's own words for its tokens, the contracts' for the others. */
async function wordsOf(ctx: Context, claims: readonly ConfirmedClaim[], listed: ListedTokens) {
  const unknown = new Set(claims.map(({ token }) => token).filter((token) => !listed.has(token)))
  return new Map([...listed, ...(await readTokenWords(ctx.chain, [...unknown]))])
}

type Lists = {
  [Name in Exclude<keyof Balances, 'address' | 'asOfBlock'>]: NonNullable<Balances[Name]>
}

const NO_WORDS: TokenWords = { name: '', symbol: '', decimals: 0 }

function addTo(lists: Lists, claim: ConfirmedClaim, { name, symbol, decimals }: TokenWords): void {
  const token = { tokenAddress: checksumAddress(claim.token), name, symbol, allowed: claim.allowed }
  const amount = String(claim.amount ?? 0n)
  const granted = claim.mined_at !== null && { grantedAtDatetime: claim.mined_at.toISOString() }
  switch (claim.kind) {
    case 'coin':
      lists.coins.push({ ...token, decimals, amount })
      return
    case 'collectible':
      lists.collectibles.push({ ...token, tokenId: claim.item })
      return
    case 'multiToken':
      lists.multiTokens.push({ ...token, tokenId: claim.item, amount })
      return
    case 'allowance':
      lists.allowances.push({
        ...token,
        spender: checksumAddress(claim.item),
        decimals,
        amount,
        ...granted,
      })
      return
    case 'itemApproval':
      lists.allowances.push({
        ...token,
        spender: checksumAddress(claim.spender ?? ZERO_ADDRESS),
        tokenId: claim.item,
        ...granted,
      })
      return
    case 'operator':
      lists.operators.push({ ...token, operator: checksumAddress(claim.item), ...granted })
  }
}
