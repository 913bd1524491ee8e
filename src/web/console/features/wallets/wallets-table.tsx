import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore, memo, type ReactElement } from 'react'
import { useLocation } from 'react-router'
import type { Wallet } from '#protocol/wallets.ts'
import type { ListFiles } from '#web/console/components/export-files.tsx'
import { shownColumns, useColumnChoice } from '#web/console/components/table-columns.tsx'
import { ListMenu } from '#web/console/components/table-menu.tsx'
import { Cells, Row, Table } from '#web/console/components/table.tsx'
import { t, language, subscribeToLanguage } from '#web/ui/text.ts'
import { saveCursor, findRowIndex, useRowKeys, useVirtualRows } from './use-virtual-rows.ts'
import { walletColumns } from './wallet-columns.tsx'
import { PAGE_ROWS } from './wallet-pages.ts'
import { useWalletSummaries, type RowSummary } from './wallet-summaries.ts'

/** Number of rows before the end at which the next page is requested. */
const ROWS_AHEAD = 120

export type WalletPages = {
  /** Pages with their cursors. */
  pages: readonly { wallets: readonly Wallet[]; cursor: string }[]
  /** Cursor at which the list begins. Empty if it begins with the first page. */
  start: string
  hasMore: boolean
}

type WalletsTableProps = WalletPages & {
  label: string
  files: ListFiles
  isFiltered: boolean
  onNearEnd: () => void
}

export function WalletsTable(props: WalletsTableProps): ReactElement {
  const { pages, start, hasMore, label, files, isFiltered, onNearEnd } = props
  const choice = useColumnChoice('wallets')
  const body = useRef<HTMLTableSectionElement>(null)
  const { key: entry } = useLocation()
  const wallets = useMemo(() => pages.flatMap((page) => page.wallets), [pages])
  const getKey = useCallback((index: number) => wallets[index]?.id ?? String(index), [wallets])
  const count = wallets.length
  const { virtualizer, focusedRef } = useVirtualRows({ body, count, getKey, entry, start })
  const scrollToRow = useCallback((index: number) => virtualizer.scrollToIndex(index), [virtualizer])
  const onKeyDown = useRowKeys({ body, count, focusedRef, scrollToRow })
  const rows = virtualizer.getVirtualItems()
  const summaries = useWalletSummaries(
    wallets,
    rows.map(({ index }) => index),
  )
  const columns = walletColumns(summaries.isLacking)
  const lastDrawn = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && lastDrawn >= wallets.length - ROWS_AHEAD) onNearEnd()
  }, [hasMore, lastDrawn, wallets.length, onNearEnd])
  useNotedCursor(pages, virtualizer.range?.startIndex ?? 0)
  const isPart = isFiltered || hasMore || start !== ''
  const menu = <ListMenu rows={wallets.length} table="wallets" {...{ isPart, files, columns }} />
  const margin = virtualizer.options.scrollMargin
  const above = (rows[0]?.start ?? margin) - margin
  const below = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? margin) - margin)
  return (
    <>
      {summaries.isLacking && <LackingNote />}
      <Table
        label={label}
        columns={shownColumns(columns, choice)}
        menu={menu}
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
            if (wallet === undefined) return null
            const row = { wallet, index, choice, isLacking: summaries.isLacking, ...summaries.find(index) }
            return <WalletRow key={key} {...row} measure={virtualizer.measureElement} />
          })}
          <Gap pixels={below} />
        </tbody>
      </Table>
    </>
  )
}

function LackingNote() {
  return (
    <p className="border-b border-line px-4 py-2 text-sm text-muted">
      {t('The hosted service does not report balances, last activity and protection of a list.')}
    </p>
  )
}

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

/** Updates the URL to the visible page once scrolling stops. */
function useNotedCursor(pages: WalletPages['pages'], firstShown: number): void {
  const cursor = pages[Math.floor(firstShown / PAGE_ROWS)]?.cursor ?? ''
  useEffect(() => {
    const timer = setTimeout(() => saveCursor(cursor), NOTE_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [cursor])
}

type WalletRowProps = RowSummary & {
  wallet: Wallet
  index: number
  /** The column choice of the list. */
  choice: string
  isLacking: boolean
  measure: (row: Element | null) => void
}

/** Memoized, so that scrolling renders only changed rows. */
const WalletRow = memo(function WalletRow(props: WalletRowProps) {
  const { wallet, index, choice, isLacking, measure, ...summary } = props
  useSyncExternalStore(subscribeToLanguage, language)
  return (
    // Row 1 is the header.
    <Row linked ref={measure} data-index={index} aria-rowindex={index + 2}>
      <Cells columns={shownColumns(walletColumns(isLacking), choice)} item={{ wallet, ...summary }} />
    </Row>
  )
})
