import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, type ReactNode, type ReactElement } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Wallet } from '#protocol/wallets.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card, SkeletonRows } from '#web/console/components/card.tsx'
import type { ListFiles } from '#web/console/components/export-files.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { Total } from '#web/console/components/table.tsx'
import { isNarrowed } from '#web/console/lib/filters.ts'
import { useRefetchInterval } from '#web/console/lib/live-events.ts'
import { t } from '#web/ui/text.ts'
import { restoreScroll } from './use-virtual-rows.ts'
import { type WalletFilter, walletPagesQuery, newestWalletQuery } from './wallet-pages.ts'
import { type WalletPages, WalletsTable } from './wallets-table.tsx'

type WalletsListProps = { filter: WalletFilter; files: ListFiles; empty: ReactNode }

/** All matching wallets in one list that loads while scrolling. */
export function WalletsList({ filter, files, empty }: WalletsListProps): ReactElement {
  const { start, restart } = useStart(filter)
  const { list, hasNewer, refresh } = useWalletPages(filter, start)
  const { data, isPlaceholderData, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const pages = useMemo(() => joinPages(data?.pages ?? [], start), [data, start])
  const canFetch = !isPlaceholderData && !isFetchingNextPage && !isFetchNextPageError
  const readOn = useCallback(() => {
    if (canFetch) void fetchNextPage()
  }, [canFetch, fetchNextPage])
  const toTop = async () => {
    await refresh()
    window.scrollTo(0, 0)
  }
  return (
    <>
      <div role="status">
        {hasNewer && (
          <ListNote text={t('There are newer wallets.')} onPress={() => void toTop()}>
            {t('Show them')}
          </ListNote>
        )}
      </div>
      {start !== '' && (
        <ListNote text={t('The list starts at the position in the URL.')} onPress={restart}>
          {t('Show from the start')}
        </ListNote>
      )}
      <Card flush>
        <Loaded query={list} skeleton={<SkeletonRows rows={8} label={t('Loading the wallets')} />}>
          {() =>
            pages[0]?.wallets.length === 0 && start === '' ? (
              empty
            ) : (
              <div className={isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
                <WalletsTable
                  pages={pages}
                  start={start}
                  hasMore={list.hasNextPage}
                  label={listLabel(filter)}
                  files={files}
                  isFiltered={isNarrowed(filter, 'sort')}
                  onNearEnd={readOn}
                />
                {!list.hasNextPage && start === '' && (
                  <Total count={pages.flatMap((page) => page.wallets).length} />
                )}
                {isFetchingNextPage && <SkeletonRows rows={2} label={t('Loading more wallets')} />}
                {isFetchNextPageError && (
                  <div className="p-4">
                    <ProblemPanel error={list.error} onRetry={() => fetchNextPage()} />
                  </div>
                )}
              </div>
            )
          }
        </Loaded>
      </Card>
    </>
  )
}

type Read = { content: Wallet[]; nextCursor: string | null }

function joinPages(read: readonly Read[], start: string): WalletPages['pages'] {
  return read.map(({ content }, index) => ({
    wallets: content,
    cursor: index === 0 ? start : (read[index - 1]?.nextCursor ?? ''),
  }))
}

/** Start of the list: its saved position, else the cursor in the URL, else the first page. */
function useStart(filter: WalletFilter) {
  const { key: entry } = useLocation()
  const [search] = useSearchParams()
  const [from, setFrom] = useState(() => ({
    filter,
    start: restoreScroll(entry)?.start ?? search.get('cursor') ?? '',
  }))
  // A different filter is a different list.
  if (from.filter !== filter) setFrom({ filter, start: '' })
  const restart = () => {
    setFrom({ filter, start: '' })
    window.scrollTo(0, 0)
  }
  return { start: from.filter === filter ? from.start : '', restart }
}

function listLabel({ sort }: WalletFilter): string {
  if (sort === 'oldest') return t('Wallets, oldest first')
  return sort === 'label' ? t('Wallets, by name') : t('Wallets, newest first')
}

function ListNote({ text, onPress, children }: { text: string; onPress: () => void; children: string }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      {text}
      <Button onClick={onPress}>{children}</Button>
    </div>
  )
}

/**
 * The list as far as it was scrolled. A short list is refetched automatically after a wallet was created. For a long
 * list, `hasNewer` is true and `refresh` restarts the list, because rows must not move while they are read.
 */
function useWalletPages(filter: WalletFilter, start: string) {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(walletPagesQuery(filter, start))
  const refetchInterval = useRefetchInterval()
  // Watches only lists that are sorted by age, because the newest wallet may be anywhere in others.
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
    // Runs once per newest wallet. A list that excludes it would be refetched forever.
  }, [isBehind, isShort, newest.data, refresh])
  return { list, hasNewer: isBehind && !isShort, refresh }
}
