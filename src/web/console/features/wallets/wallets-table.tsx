import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore, memo, type ReactElement } from 'react'
import { useLocation } from 'react-router'
import type { Wallet } from '#protocol/wallets.ts'
import { RowLink } from '#web/console/components/button.tsx'
import type { ListFiles } from '#web/console/components/export-files.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { type Columns, shownColumns, useColumnChoice } from '#web/console/components/table-columns.tsx'
import { ListMenu } from '#web/console/components/table-menu.tsx'
import { Cells, Row, Table } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { walletName } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t, language, subscribeToLanguage } from '#web/ui/text.ts'
import { saveCursor, findRowIndex, useRowKeys, useVirtualRows } from './use-virtual-rows.ts'
import { EndUser } from './wallet-owner.tsx'
import { PAGE_ROWS } from './wallet-pages.ts'

/** Number of rows before the end at which the next page is requested. */
const ROWS_AHEAD = 120

export type WalletPages = {
  /** Pages with their cursors. */
  pages: readonly { wallets: readonly Wallet[]; cursor: string }[]
  /** First cursor of the list. Empty for its first page. */
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
      columns={shownColumns(walletColumns(), choice)}
      menu={
        <ListMenu
          rows={wallets.length}
          isPart={isFiltered || hasMore || start !== ''}
          files={files}
          table="wallets"
          columns={walletColumns()}
        />
      }
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
