import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { WALLET_ENDPOINTS, type WalletListFilter } from '#protocol/wallets.ts'
import { baasApi } from '#web/console/lib/api.ts'
import { startOfDay } from '#web/console/lib/display.ts'
import type { FilterOf } from '#web/console/lib/filters.ts'
import type { DataQuery, RowPagesQuery } from '#web/console/lib/row-query.ts'

/** Maximum wallets per page. */
export const PAGE_ROWS = 200
const KEPT_MS = 15 * 60_000

/**
 * The list of wallets as far as it was scrolled, starting at a cursor's page (empty for the first one). The list is
 * not refetched automatically, because a long list would need hundreds of requests. `newestWalletQuery` detects new
 * wallets.
 */
export const walletPagesQuery = (
  filter: WalletFilter,
  start: string,
): RowPagesQuery<typeof WALLET_ENDPOINTS.listWallets> =>
  infiniteQueryOptions({
    ...baasApi.pagesQuery(
      ['wallet-pages', filter, start],
      WALLET_ENDPOINTS.listWallets,
      { query: { ...filterQuery(filter), limit: String(PAGE_ROWS) } },
      start,
    ),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: KEPT_MS,
  })

/** Id of the newest matching wallet. Refetched whenever a wallet is created. */
export const newestWalletQuery = (filter: WalletFilter): DataQuery<string | null> => {
  const { sort: _, ...narrowed } = filter
  return queryOptions<string | null>({
    queryKey: ['wallets', 'newest', narrowed],
    queryFn: async ({ signal }) => {
      const query = { ...filterQuery(narrowed), limit: '1' }
      const [newest] = await baasApi.call(WALLET_ENDPOINTS.listWallets, { query, signal })
      return newest?.id ?? null
    },
  })
}

export type WalletFilter = FilterOf<'wallets'>

/** Filters for the service. Days become times with a zone, and the end is exclusive. */
export function filterQuery({ from, to, ...filter }: WalletFilter): WalletListFilter {
  return {
    ...filter,
    sinceDatetime: from && startOfDay(from, 0),
    untilDatetime: to && startOfDay(to, 1),
  }
}
