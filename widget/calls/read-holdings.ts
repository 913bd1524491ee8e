import { sameAddress } from '#protocol/display/address.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import { listOf, object, optional, text } from '#widget/checks.ts'
import { noneIfUnsupported } from '#widget/flows/follow-transaction.ts'
import type { SendContext } from '#widget/flows/send-context.ts'

const holding = object<{ tokenAddress: string }>({ tokenAddress: text() })
const holdings = optional(listOf(holding))
const grant = object<{ tokenAddress: string; tokenId?: string | undefined }>({
  tokenAddress: text(),
  tokenId: optional(text()),
})
/** The balances beyond ERC-20 tokens, where there is an index (profile 8). */
const haveItems = object<{
  collectibles?: { tokenAddress: string }[] | undefined
  multiTokens?: { tokenAddress: string }[] | undefined
  allowances?: { tokenAddress: string; tokenId?: string | undefined }[] | undefined
}>({
  collectibles: holdings,
  multiTokens: holdings,
  allowances: optional(listOf(grant)),
})

export type Holdings = {
  coins: { tokenAddress: string; amount: string }[]
  /** All that the wallet has or has given a permission over. */
  tokens: readonly { address: string; standard: TokenStandard | undefined }[]
  standardOf: (token: string) => TokenStandard | undefined
}

/** Holdings are an extension: undefined where the server has none. */
export async function readHoldings(
  { deps, signal }: SendContext,
  wallet: string,
): Promise<Holdings | undefined> {
  const balances = await deps.api.balances(wallet, signal).catch(noneIfUnsupported)
  if (balances === undefined) return undefined
  const { coins } = balances
  const answer: unknown = balances
  const { collectibles = [], multiTokens = [], allowances = [] } = haveItems(answer) ? answer : {}
  const isIn = (list: readonly { tokenAddress: string }[], token: string) =>
    list.some(({ tokenAddress }) => sameAddress(tokenAddress, token))
  const items = [...collectibles, ...allowances.filter(({ tokenId }) => tokenId !== undefined)]
  function standardOf(token: string): TokenStandard | undefined {
    if (isIn(coins, token)) return 'erc20'
    if (isIn(items, token)) return 'erc721'
    return isIn(multiTokens, token) ? 'erc1155' : undefined
  }
  const tokens = [...coins, ...items, ...multiTokens].map(({ tokenAddress: address }) => ({
    address,
    standard: standardOf(address),
  }))
  return { coins, tokens, standardOf }
}
