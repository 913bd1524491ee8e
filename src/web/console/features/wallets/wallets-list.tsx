import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
  useRef,
  useSyncExternalStore,
  memo,
  type ReactElement,
} from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Wallet } from '#protocol/wallets.ts'
import { Button, RowLink } from '#web/console/components/button.tsx'
import { Card, SkeletonRows } from '#web/console/components/card.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import {
  type Columns,
  shownColumns,
  useColumnChoice,
  Total,
  ListBar,
  Table,
  Cells,
  Row,
} from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { walletName } from '#web/console/lib/display.ts'
import { useRefetchInterval } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t, language, subscribeToLanguage } from '#web/ui/text.ts'
import { restoreScroll, saveCursor, findRowIndex, useRowKeys, useVirtualRows } from './use-virtual-rows.ts'
import { EndUser } from './wallet-owner.tsx'
import { type WalletFilter, walletPagesQuery, newestWalletQuery, PAGE_ROWS } from './wallet-pages.ts'

/** All matching wallets in one list that loads while scrolling. */
export function WalletsList({ filter, empty }: { filter: WalletFilter; empty: ReactNode }): ReactElement {
  const { start, restart } = useStart(filter)
  const { list, hasNewer, refresh } = useWalletPages(filter, start)
  const { data, isPlaceholderData, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const pages = useMemo(() => pagesOf(data?.pages ?? [], start), [data, start])
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

function pagesOf(read: readonly Read[], start: string): WalletPages['pages'] {
  return read.map(({ content }, index) => ({
    wallets: content,
    cursor: index === 0 ? start : (read[index - 1]?.nextCursor ?? ''),
  }))
}

/** Start of the list: its saved position, else the cursor in the address, else the first page. */
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
 * The list as far as it was scrolled. A short list is refetched automatically after a wallet was created. For
 * a long one `hasNewer` is true and `refresh` restarts it, because rows must not move while they are read.
 */
function useWalletPages(filter: WalletFilter, start: string) {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(walletPagesQuery(filter, start))
  const refetchInterval = useRefetchInterval()
  // The newest wallet is only visible in the order by age.
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

/** Number of rows before the end at which the next page is requested. */
const ROWS_AHEAD = 120

type WalletPages = {
  /** Pages with their cursors. */
  pages: readonly { wallets: readonly Wallet[]; cursor: string }[]
  /** First cursor of the list. Empty for its first page. */
  start: string
  hasMore: boolean
}

type WalletsTableProps = WalletPages & { label: string; onNearEnd: () => void }

function WalletsTable({ pages, start, hasMore, label, onNearEnd }: WalletsTableProps) {
  const choice = useColumnChoice('wallets')
  const body = useRef<HTMLTableSectionElement>(null)
  const { key: entry } = useLocation()
  const wallets = useMemo(() => pages.flatMap((page) => page.wallets), [pages])
  const keyOf = useCallback((index: number) => wallets[index]?.id ?? String(index), [wallets])
  const { virtualizer, focusedRef } = useVirtualRows({ body, count: wallets.length, keyOf, entry, start })
  const scrollToRow = useCallback((index: number) => virtualizer.scrollToIndex(index), [virtualizer])
  const onKeyDown = useRowKeys({ body, count: wallets.length, focusedRef, scrollToRow })
  const rows = virtualizer.getVirtualItems()
  const lastDrawn = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && lastDrawn >= wallets.length - ROWS_AHEAD) onNearEnd()
  }, [hasMore, lastDrawn, wallets.length, onNearEnd])
  useNotedCursor(pages, virtualizer.range?.startIndex ?? 0)
  const margin = virtualizer.options.scrollMargin
  const above = (rows[0]?.start ?? margin) - margin
  const below = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? margin) - margin)
  return (
    <>
      <ListBar table="wallets" columns={walletColumns()} />
      <Table
        label={label}
        columns={shownColumns(walletColumns(), choice)}
        className="table-fixed"
        // The wallets are not counted. -1 means an unknown number.
        aria-rowcount={hasMore || start !== '' ? -1 : wallets.length + 1}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the focusable links inside */}
        <tbody
          ref={body}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => (focusedRef.current = findRowIndex(target))}
          onBlur={() => (focusedRef.current = null)}
        >
          <Gap pixels={above} />
          {rows.map(({ index, key }) => {
            const wallet = wallets[index]
            return (
              wallet && (
                <WalletRow key={key} {...{ wallet, index, choice }} measure={virtualizer.measureElement} />
              )
            )
          })}
          <Gap pixels={below} />
        </tbody>
      </Table>
    </>
  )
}

/** Columns of a table with a fixed layout, because not all rows are rendered. */
const walletColumns = (): Columns<Wallet> => ({
  wallet: {
    head: t('Wallet'),
    cell: (wallet) => (
      <RowLink to={paths.wallet.href(checksum(wallet.address))}>{walletName(wallet)}</RowLink>
    ),
  },
  address: {
    head: t('Address'),
    width: 'w-48',
    from: 'md',
    className: '',
    cell: ({ address }) => (
      <HexText value={checksum(address)} what={t('wallet address')} short names="book" />
    ),
    below: true,
  },
  endUser: {
    head: t('End-user'),
    from: 'xl',
    className: 'text-sm',
    cell: (wallet) => <EndUser wallet={wallet} />,
    below: true,
  },
  created: {
    head: t('Created'),
    width: 'w-36',
    kind: 'number',
    from: 'md',
    cell: ({ createdAtDatetime }) => <TimeAgo datetime={createdAtDatetime} />,
    below: true,
  },
})

/**
 * Takes the height of the rows that are not rendered. Has one cell, because more cells would become columns
 * where styles hide some.
 */
function Gap({ pixels }: { pixels: number }) {
  if (pixels <= 0) return null
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the cell is empty and hidden from assistive technology */}
      <td style={{ height: pixels, padding: 0 }} />
    </tr>
  )
}

const NOTE_PAUSE_MS = 250

/** Updates the address to the visible page once scrolling stops. */
function useNotedCursor(pages: WalletPages['pages'], firstShown: number): void {
  const cursor = pages[Math.floor(firstShown / PAGE_ROWS)]?.cursor ?? ''
  useEffect(() => {
    const timer = setTimeout(() => saveCursor(cursor), NOTE_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [cursor])
}

type WalletRowProps = {
  wallet: Wallet
  index: number
  /** The column choice of the list. */
  choice: string
  measure: (row: Element | null) => void
}

/** Memoized, so that scrolling renders only changed rows. */
const WalletRow = memo(function WalletRow({ wallet, index, choice, measure }: WalletRowProps) {
  useSyncExternalStore(subscribeToLanguage, language)
  return (
    // Row 1 is the header.
    <Row linked ref={measure} data-index={index} aria-rowindex={index + 2}>
      <Cells columns={shownColumns(walletColumns(), choice)} item={wallet} />
    </Row>
  )
})
