import { type Address, toFunctionSelector, type Hex, encodeFunctionData, erc20Abi } from 'viem'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { nativeCoin } from '#protocol/display/native-coin.ts'
import type { Balances } from '#protocol/holdings.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import { encodeCursor } from '#server-kit/http/page-cursor.ts'
import { readPage } from '#server-kit/http/read-page.ts'
import { readNativeBalance, NAME_LENGTH_MAX, SYMBOL_LENGTH_MAX } from '#service/chain/erc20.ts'
import { readContracts } from '#service/chain/read-contract.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { answeredNumber } from '#service/chain/token-answer.ts'
import type { HasChain, HasDatabase, HasPublicUrl } from '#service/context-parts.ts'
import { WithHeaders, type PagedOperation } from '#service/http/endpoint-types.ts'
import { selectAllowed } from '#service/tokens/allowed-tokens.ts'
import { decodeDecimals, readWords } from '#service/tokens/inspect-token.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { confirmClaims, findClaims, readUpTo, type ConfirmedClaim } from './claims.ts'

/**
 * `GET /wallets/{address}/balances`: a wallet's holdings and grants, with amounts in base units. Always
 * includes the native coin and the listed ERC-20 coins. The rest is a page of the claims in the chain's logs,
 * each confirmed by the chain now. Tokens that do not respond are omitted (profile 8).
 *
 * @throws WALLET_NOT_OWNED, VALIDATION_FAILED for an invalid cursor, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export const getBalances: PagedOperation<'getBalances', HasChain & HasDatabase & HasPublicUrl> = async (
  ctx,
  caller,
  { params, query },
) => {
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
    next: ({ allowed, id }) => ({ cursor: encodeCursor([allowed, id]) }),
  })
  const [allowed, asOfBlock] = await Promise.all([
    selectAllowed(ctx.db, caller.organizationId).execute(),
    readUpTo(ctx.db, ctx.chain.id, wallet),
  ])
  const listed: ListedTokens = new Map(allowed.map((row) => [lowerCase(row.address), row]))
  const [coins, confirmed] = await Promise.all([
    cursor === undefined ? firstCoins(ctx, wallet, listed) : [],
    confirmClaims(ctx.chain, wallet, claims),
  ])
  const words = await readNames(ctx, confirmed, listed)
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

/**
 * Reads the wallet's balances of the native token and of each listed token, including those of zero. A token that
 * does not respond is omitted.
 */
async function firstCoins({ chain }: HasChain, wallet: Address, listed: ListedTokens) {
  const listedCoins = [...listed].filter(([, { standard }]) => standard === 'erc20')
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [wallet] })
  const reads = listedCoins.map(([contract]) => ({ contract, data }))
  const [native, answers] = await Promise.all([readNativeBalance(chain, wallet), readContracts(chain, reads)])
  const coins = listedCoins.flatMap(([token, { name, symbol, decimals }], index) => {
    const amount = answeredNumber(answers[index] ?? '0x')
    if (amount === undefined) return []
    const words = { tokenAddress: checksumAddress(token), name, symbol, decimals, allowed: true }
    return [{ ...words, amount: amount.toString() }]
  })
  const own = { tokenAddress: ZERO_ADDRESS, ...nativeCoin(chain.id), allowed: true }
  return [{ ...own, amount: native.toString() }, ...coins]
}

/** The name, symbol and decimals of a token, as the list or the contract states them. */
type TokenWords = { name: string; symbol: string; decimals: number | null }

/** An organization's allowed tokens, keyed by address in lower case, in the order of the list. */
type ListedTokens = ReadonlyMap<Address, TokenWords & { standard: TokenStandard }>

const QUESTIONS = ['name()', 'symbol()', 'decimals()'].map((signature) => toFunctionSelector(signature))

/**
 * Returns names, symbols and decimals: from the list for listed tokens, from the contracts for the others.
 * Texts of a contract are made safe for display, but may be untrue. They are empty if the contract has none.
 * `decimals` is null if the contract reports none, or more than 255.
 */
async function readNames(ctx: HasChain, claims: readonly ConfirmedClaim[], listed: ListedTokens) {
  const unknown = new Set(claims.map(({ token }) => token).filter((token) => !listed.has(token)))
  const reads = [...unknown].flatMap((contract) => QUESTIONS.map((data) => ({ contract, data })))
  const answers = (await readContracts(ctx.chain, reads)).values()
  const next = (): Hex => answers.next().value ?? '0x'
  const names = new Map<Address, TokenWords>(listed)
  for (const token of unknown) {
    names.set(token, {
      name: readWords(next(), NAME_LENGTH_MAX)?.text ?? '',
      symbol: readWords(next(), SYMBOL_LENGTH_MAX)?.text ?? '',
      decimals: decodeDecimals(next()),
    })
  }
  return names
}

type Lists = {
  [Name in Exclude<keyof Balances, 'address' | 'asOfBlock'>]: NonNullable<Balances[Name]>
}

const NO_WORDS: TokenWords = { name: '', symbol: '', decimals: null }

function addTo(lists: Lists, claim: ConfirmedClaim, { name, symbol, decimals }: TokenWords): void {
  const token = { tokenAddress: checksumAddress(claim.token), name, symbol, allowed: claim.allowed }
  const amount = String(claim.amount ?? 0n)
  const granted = claim.mined_at !== null && { grantedAtDatetime: claim.mined_at.toISOString() }
  const { item, spender = ZERO_ADDRESS } = claim
  switch (claim.kind) {
    case 'coin':
      return void lists.coins.push({ ...token, decimals, amount })
    case 'collectible':
      return void lists.collectibles.push({ ...token, tokenId: item })
    case 'multiToken':
      return void lists.multiTokens.push({ ...token, tokenId: item, amount })
    case 'allowance': {
      const allowed = { ...token, spender: checksumAddress(item), decimals, amount }
      return void lists.allowances.push({ ...allowed, ...granted })
    }
    case 'itemApproval': {
      const approved = { ...token, spender: checksumAddress(spender), tokenId: item }
      return void lists.allowances.push({ ...approved, ...granted })
    }
    case 'operator':
      return void lists.operators.push({ ...token, operator: checksumAddress(item), ...granted })
  }
}
