import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore, memo } from 'react'
import { useLocation } from 'react-router'
import type { Wallet } from '#protocol/wallets.ts'
import { HeadCell, Table, TableHead, Cell, Row, RowLink } from '#web/console/components/table.tsx'
import { t } from '#web/ui/text.ts'
import { saveCursor, rowOf, useRowKeys, useVirtualRows } from './use-virtual-rows.ts'
import { PAGE_ROWS } from './wallet-pages.ts'
import { HexText, TimeAgo } from '#web/console/components/values.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { language, subscribeToLanguage } from '#web/ui/language.ts'
import { paths } from '#web/console/lib/paths.ts'
import { walletName } from '#web/console/lib/display-names.ts'
import { EndUser } from './wallet-owner.tsx'

/** So many rows before the end the next page is requested. */
const ROWS_AHEAD = 120

export type WalletPages = {
  /** Each with its cursor. */
  pages: readonly { wallets: readonly Wallet[]; cursor: string }[]
  /** The list's first cursor; empty for its first page. */
  start: string
  hasMore: boolean
}

type WalletsTableProps = WalletPages & { label: string; onNearEnd: () => void }

export function WalletsTable({ pages, start, hasMore, label, onNearEnd }: WalletsTableProps) {
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
    <Table
      label={label}
      className="table-fixed"
      // The wallets are not counted: -1 means an unknown number.
      aria-rowcount={hasMore || start !== '' ? -1 : wallets.length + 1}
    >
      <Columns />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens for the focusable links inside */}
      <tbody
        ref={body}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => (focusedRef.current = rowOf(target))}
        onBlur={() => (focusedRef.current = null)}
      >
        <Gap pixels={above} />
        {rows.map(({ index, key }) => {
          const wallet = wallets[index]
          return (
            wallet && (
              <WalletRow key={key} wallet={wallet} index={index} measure={virtualizer.measureElement} />
            )
          )
        })}
        <Gap pixels={below} />
      </tbody>
    </Table>
  )
}

function Columns() {
  return (
    <TableHead>
      <tr aria-rowindex={1}>
        <HeadCell>{t('Wallet')}</HeadCell>
        <HeadCell className="hidden w-48 md:table-cell">{t('Address')}</HeadCell>
        <HeadCell className="hidden xl:table-cell">{t('End-user')}</HeadCell>
        <HeadCell className="hidden w-36 text-right md:table-cell">{t('Created')}</HeadCell>
      </tr>
    </TableHead>
  )
}

/** The height of the rows that are not rendered. One cell: more would be columns where the styles hide some. */
function Gap({ pixels }: { pixels: number }) {
  if (pixels <= 0) return null
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is empty and hidden from assistive technology */}
      <td style={{ height: pixels, padding: 0 }} />
    </tr>
  )
}

const NOTE_PAUSE_MS = 250

/** The address follows the page in view, once scrolling stops. */
function useNotedCursor(pages: WalletPages['pages'], firstShown: number): void {
  const cursor = pages[Math.floor(firstShown / PAGE_ROWS)]?.cursor ?? ''
  useEffect(() => {
    const timer = setTimeout(() => saveCursor(cursor), NOTE_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [cursor])
}

type WalletRowProps = {
  wallet: Wallet
  /** Its index in the list. */
  index: number
  measure: (row: Element | null) => void
}

/** Memoized: scrolling renders only changed rows. */
const WalletRow = memo(function WalletRow({ wallet, index, measure }: WalletRowProps) {
  useSyncExternalStore(subscribeToLanguage, language)
  const address = <HexText value={checksum(wallet.address)} what={t('wallet address')} short names="book" />
  const created = <TimeAgo datetime={wallet.createdAtDatetime} className="block text-sm text-muted" />
  return (
    // The first row is the header's.
    <Row linked ref={measure} data-index={index} aria-rowindex={index + 2}>
      <Cell>
        <RowLink to={paths.wallet.href(checksum(wallet.address))}>{walletName(wallet)}</RowLink>
        <div className="text-sm text-muted xl:hidden">
          <EndUser wallet={wallet} />
        </div>
        <div className="mt-1 md:hidden">
          {address}
          {created}
        </div>
      </Cell>
      <Cell className="hidden md:table-cell">{address}</Cell>
      <Cell className="hidden text-sm xl:table-cell">
        <EndUser wallet={wallet} />
      </Cell>
      <Cell className="hidden text-right md:table-cell">{created}</Cell>
    </Row>
  )
})
