import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useRefetchInterval } from '#web/console/lib/use-refetch-interval.ts'
import { newestWalletQuery, walletPagesQuery } from './list-wallets.query.ts'
import type { WalletFilter } from './wallet-filter.ts'

/**
 * The list as far as it was scrolled. A short one is read again by itself when a wallet was created; over a long one
 * `hasNewer` says so, and `refresh` begins it again: rows that somebody reads must not jump.
 */
export function useWalletPages(filter: WalletFilter, start: string) {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(walletPagesQuery(filter, start))
  const refetchInterval = useRefetchInterval()
  // Only the order by age has its newest where the eye is.
  const isWatched = filter.sort === undefined && start === ''
  const newest = useQuery({ ...newestWalletQuery(filter), enabled: isWatched, refetchInterval })
  const shownId = list.data?.pages[0]?.content[0]?.id ?? null
  const isBehind =
    isWatched && newest.data !== undefined && list.data !== undefined && newest.data !== shownId
  const isShort = list.data?.pages.length === 1
  const refresh = useCallback(async () => {
    const { queryKey } = walletPagesQuery(filter, start)
    queryClient.setQueryData(queryKey, (data) => {
      if (data === undefined) return undefined
      return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
    })
    await queryClient.invalidateQueries({ queryKey })
  }, [queryClient, filter, start])
  useEffect(() => {
    if (isBehind && isShort) void refresh()
    // Once for each newest wallet: a list that hides it would be read for ever.
  }, [isBehind, isShort, newest.data, refresh])
  return { list, hasNewer: isBehind && !isShort, refresh }
}
