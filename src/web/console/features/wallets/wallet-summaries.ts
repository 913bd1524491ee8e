import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { sameAddress } from '#protocol/display/address.ts'
import {
  SUMMARIZED_WALLETS_MAX,
  WALLET_SUMMARY_ENDPOINTS,
  type SummarizedToken,
  type WalletSummaries,
  type WalletSummary,
} from '#protocol/wallet-summaries.ts'
import type { Wallet } from '#protocol/wallets.ts'
import { baasApi } from '#web/console/lib/api.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { shortAmount, tokenSymbol } from '#web/console/lib/display.ts'
import { useRefetchInterval } from '#web/console/lib/live-events.ts'
import type { RowQuery } from '#web/console/lib/row-query.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { itemCountTexts } from './item-counts.ts'

/** First element of the query keys. Events that change a summary refetch all of them. */
const SUMMARIES = 'wallet-summaries'

const summariesQuery = (
  addresses: readonly string[],
): RowQuery<typeof WALLET_SUMMARY_ENDPOINTS.summarizeWallets> =>
  baasApi.query([SUMMARIES, ...addresses], WALLET_SUMMARY_ENDPOINTS.summarizeWallets, {
    query: { addresses: addresses.join(',') },
  })

/**
 * Returns cached summaries of these wallets from other groups of rows. A new wallet moves all rows by one, so that
 * each group then has other wallets.
 */
function readOtherGroups(
  queryClient: QueryClient,
  addresses: readonly string[],
): WalletSummaries | undefined {
  const cached = queryClient.getQueriesData<WalletSummaries>({ queryKey: [SUMMARIES] })
  const groups = cached.flatMap(([, group]) => group ?? [])
  const wallets = groups
    .flatMap((group) => group.wallets)
    .filter(({ address }) => addresses.some((one) => sameAddress(one, address)))
  return wallets.length === 0 ? undefined : { tokens: groups.at(-1)?.tokens ?? [], wallets }
}

/** The summary of one row. `loading` and `unknown` have no summary. */
export type RowSummary = {
  state: 'known' | 'loading' | 'unknown'
  summary: WalletSummary | undefined
  tokens: readonly SummarizedToken[]
}

const NO_TOKENS: readonly SummarizedToken[] = []
const PENDING = { data: undefined, isPending: true, isPlaceholderData: false }

const toGroup = (index: number) => Math.floor(index / SUMMARIZED_WALLETS_MAX)

/**
 * The summaries of the displayed rows, with one request per group of rows. `isLacking`: the service does not report
 * them.
 */
export function useWalletSummaries(
  wallets: readonly Wallet[],
  displayed: readonly number[],
): { isLacking: boolean; find: (index: number) => RowSummary } {
  const queryClient = useQueryClient()
  const refetchInterval = useRefetchInterval()
  const groups = [...new Set(displayed.map(toGroup))]
  const results = useQueries({
    queries: groups.map((group) => {
      const start = group * SUMMARIZED_WALLETS_MAX
      const addresses = wallets.slice(start, start + SUMMARIZED_WALLETS_MAX).map(({ address }) => address)
      return {
        ...secondary('summaries', summariesQuery(addresses)),
        placeholderData: () => readOtherGroups(queryClient, addresses),
        refetchInterval,
      }
    }),
  })
  return {
    isLacking: results.some(({ error }) => isLacking(error)),
    find: (index) => {
      const { data, isPending, isPlaceholderData } = results[groups.indexOf(toGroup(index))] ?? PENDING
      const address = wallets[index]?.address ?? ''
      const summary = data?.wallets.find((one) => sameAddress(one.address, address))
      const tokens = data?.tokens ?? NO_TOKENS
      if (summary !== undefined) return { state: 'known', summary, tokens }
      return { state: isPending || isPlaceholderData ? 'loading' : 'unknown', summary, tokens }
    },
  }
}

/** Maximum decimals of a balance in the list. */
const DECIMALS_SHOWN = 4

/**
 * The holdings of a wallet in words: its first listed coin, then the others. A wallet without any has zero of the
 * first listed token. Undefined if something was not read and nothing was found.
 */
export function listHoldings(
  { coins, nfts, multiTokens, isWhole }: WalletSummary,
  tokens: readonly SummarizedToken[],
): readonly string[] | undefined {
  const amounts = coins.flatMap(({ tokenAddress, amount }) => {
    const token = tokens.find(({ address }) => sameAddress(address, tokenAddress))
    return token === undefined ? [] : [amountText(amount, token)]
  })
  const held = [...amounts, ...itemCountTexts({ nfts, multiTokens })]
  if (held.length > 0) return held
  const [first] = tokens
  if (!isWhole || first === undefined) return isWhole ? [] : undefined
  return [amountText('0', first)]
}

const amountText = (amount: string, { decimals, symbol }: SummarizedToken) =>
  shortAmount(BigInt(amount), decimals, tokenSymbol(symbol), DECIMALS_SHOWN)
