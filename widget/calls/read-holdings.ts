import { sameAddress } from '#protocol/display/address.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import { listOf, object, optional, text, type Checked } from '#widget/checks.ts'
import type { CallsServer } from '#widget/flows/context-parts.ts'
import { noneIfUnsupported } from '#widget/flows/follow-transaction.ts'

const holdings = optional(listOf(object({ tokenAddress: text() })))
const haveCoins = object({
  coins: listOf(object({ tokenAddress: text(), amount: text(/^\d{1,78}$/) })),
})
/** NFTs and ERC-1155 tokens, if the service has an index (profile 8). */
const haveItems = object({
  collectibles: holdings,
  multiTokens: holdings,
  allowances: optional(listOf(object({ tokenAddress: text(), tokenId: optional(text()) }))),
})
type Items = Checked<typeof haveItems>

/** Maximum number of tokens that the service accepts in one request. */
const TOKENS_MAX = 10

type Holdings = Checked<typeof haveCoins> & {
  tokens: { address: string; standard: TokenStandard | undefined }[]
  findStandard: (token: string) => TokenStandard | undefined
}

/**
 * A wallet's holdings of some tokens. Requests these tokens by address, so that other received tokens cannot
 * push them off the page. Undefined if the server does not have the extension.
 */
export async function readHoldings(
  { deps, signal }: CallsServer,
  wallet: string,
  called: readonly string[],
): Promise<Holdings | undefined> {
  const wanted = [...new Set(called)].slice(0, TOKENS_MAX)
  const path = `/wallets/${wallet}/balances?tokens=${wanted.join()}`
  const answer = await deps.api.get(path, haveCoins, signal).catch(noneIfUnsupported)
  if (answer === undefined) return undefined
  const { coins } = answer
  const { collectibles = [], multiTokens = [], allowances = [] }: Items = haveItems(answer) ? answer : {}
  const isIn = (list: readonly { tokenAddress: string }[], token: string) =>
    list.some(({ tokenAddress }) => sameAddress(tokenAddress, token))
  const items = [...collectibles, ...allowances.filter(({ tokenId }) => tokenId !== undefined)]
  const coinLike = [...coins, ...allowances.filter(({ tokenId }) => tokenId === undefined)]
  function findStandard(token: string): TokenStandard | undefined {
    if (isIn(coinLike, token)) return 'erc20'
    if (isIn(items, token)) return 'erc721'
    return isIn(multiTokens, token) ? 'erc1155' : undefined
  }
  // ERC-20 tokens, and tokens that were requested or for which the wallet has granted a permission.
  const tokens = [...coinLike, ...items, ...multiTokens].map(({ tokenAddress: address }) => ({
    address,
    standard: findStandard(address),
  }))
  return { coins, tokens, findStandard }
}
