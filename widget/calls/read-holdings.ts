import { sameAddress } from '#protocol/display/address.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import { listOf, object, optional, text, type Checked } from '#widget/checks.ts'
import { noneIfUnsupported } from '#widget/flows/follow-transaction.ts'
import type { SendContext } from '#widget/flows/send-context.ts'

const holdings = optional(listOf(object({ tokenAddress: text() })))
const haveCoins = object({
  coins: listOf(object({ tokenAddress: text(), amount: text(/^\d{1,78}$/) })),
})
/** Holdings other than coins, where there is an index (profile 8). */
const haveItems = object({
  collectibles: holdings,
  multiTokens: holdings,
  allowances: optional(listOf(object({ tokenAddress: text(), tokenId: optional(text()) }))),
})
type Items = Checked<typeof haveItems>

/** The service takes no more of them at once. */
const TOKENS_MAX = 10

/**
 * What a wallet has of some tokens. They are asked for by name, so that what else the wallet was sent pushes none of them
 * off the page. Holdings are an extension: where the server has none, nothing is known about them.
 */
export async function readHoldings({ deps, signal }: SendContext, wallet: string, called: readonly string[]) {
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
  function standardOf(token: string): TokenStandard | undefined {
    if (isIn(coinLike, token)) return 'erc20'
    if (isIn(items, token)) return 'erc721'
    return isIn(multiTokens, token) ? 'erc1155' : undefined
  }
  // Coins, and what the wallet has of the tokens that were asked for or has given a permission over.
  const tokens = [...coinLike, ...items, ...multiTokens].map(({ tokenAddress: address }) => ({
    address,
    standard: standardOf(address),
  }))
  return { coins, tokens, standardOf }
}
