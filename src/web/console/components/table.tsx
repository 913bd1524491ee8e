import type { ComponentProps, ReactNode, ReactElement } from 'react'
import { t } from '#web/ui/text.ts'
import { type ListFiles, useItemsFile } from './export-files.tsx'
import {
  WIDTHS,
  type Column,
  type Columns,
  type ShownColumn,
  useColumnChoice,
  shownColumns,
} from './table-columns.tsx'
import { ListMenu } from './table-menu.tsx'
import { TimeAgo } from './time-ago.tsx'

export const createdColumn = (from: 'lg' | 'xl'): Column<{ createdAtDatetime: string }> => ({
  head: t('Created'),
  from,
  cell: ({ createdAtDatetime }) => <TimeAgo datetime={createdAtDatetime} />,
})

/** The column of an item's actions. */
export function actionsColumn<Item>(cell: Column<Item>['cell'], className = ''): Column<Item> {
  return { head: t('Actions'), kind: 'actions', className, cell }
}

type DataTableProps<Item> = {
  /** Key of the stored column choice and name of the saved file. If undefined, the table has no menu. */
  name?: string
  /** How the list is saved. Default: its items as they are. False if it cannot be saved. */
  files?: ListFiles | false | undefined
  /** Whether the list has more rows than these, on other pages or hidden by its filters. */
  isPart?: boolean | undefined
  label: string
  items: readonly Item[]
  getKey: (item: Item) => string
  columns: Columns<Item>
  /** Classes for all cells. */
  className?: string
  linked?: boolean
  /** Whether these are all items. The number of items is then displayed below the table. */
  isWhole?: boolean
}

/** A dense table of items, described by its columns. */
export function DataTable<Item extends object>(props: DataTableProps<Item>): ReactElement {
  const { name, files, isPart, label, items, getKey, columns, className, linked, isWhole = false } = props
  const shown = shownColumns(columns, useColumnChoice(name))
  return (
    <>
      <Table
        label={label}
        columns={shown}
        menu={name !== undefined && <TableMenu {...{ name, files, isPart, items, columns }} />}
      >
        <tbody>
          {items.map((item) => (
            <Row key={getKey(item)} {...(linked && { linked })}>
              <Cells columns={shown} item={item} className={className} />
            </Row>
          ))}
        </tbody>
      </Table>
      {isWhole && <Total count={items.length} />}
    </>
  )
}

type TableMenuProps<Item> = { name: string } & Pick<
  DataTableProps<Item>,
  'files' | 'isPart' | 'items' | 'columns'
>

function TableMenu<Item extends object>({ name, files, isPart, items, columns }: TableMenuProps<Item>) {
  const own = useItemsFile(name, items)
  const saved = files === false ? undefined : (files ?? own)
  return <ListMenu rows={items.length} isPart={isPart} files={saved} table={name} columns={columns} />
}

type CellsProps<Item> = { columns: readonly ShownColumn<Item>[]; item: Item; className?: string | undefined }

export function Cells<Item>({ columns, item, className = '' }: CellsProps<Item>): ReactElement[] {
  return columns.map((column, index) => {
    const { className: own = column.from && 'text-sm text-muted' } = column
    return (
      <td
        key={column.name}
        className={`h-11 px-4 py-1.5 align-middle max-md:py-3 ${columnClass(column)} ${className} ${own ?? ''}`}
      >
        {column.cell(item)}
        {index === 0 && <Below columns={columns} item={item} />}
      </td>
    )
  })
}

function columnClass<Item>({ kind, from, isChosen }: ShownColumn<Item>): string {
  return `${from === undefined || isChosen ? '' : WIDTHS[from].column} ${kind === undefined ? '' : 'text-right'}`
}

/** Cell content displayed below the first cell in a narrow window. */
function Below<Item>({ columns, item }: Pick<CellsProps<Item>, 'columns' | 'item'>) {
  return columns.map(
    ({ name, cell, from, below, isChosen }) =>
      from !== undefined &&
      below !== undefined &&
      !isChosen && (
        <div
          key={name}
          className={`mt-1 text-sm [overflow-wrap:anywhere] text-muted empty:hidden ${WIDTHS[from].below}`}
        >
          {below === true ? cell(item) : below(item)}
        </div>
      ),
  )
}

type TableProps<Item> = {
  label: string
  columns: readonly ShownColumn<Item>[]
  /** The list's menu, at the right end of the heads. */
  menu?: ReactNode
} & ComponentProps<'table'>

/** Minimum width per chosen column, in rem. The table scrolls if it does not fit. */
const COLUMN_REM = 9

/** Leaves space for the menu, if there is one, next to a right-aligned last column. */
const BESIDE_MENU = 'has-[>div>button]:[&_tr>*:last-child]:pr-12'

/** A table with heads for its columns. `children` are rows with `Cells` of the same columns. */
export function Table<Item>({
  label,
  columns,
  menu,
  className = '',
  children,
  ...rest
}: TableProps<Item>): ReactElement {
  const chosen = columns.filter(({ isChosen }) => isChosen).length
  return (
    <div className={columns.at(-1)?.kind === 'number' ? BESIDE_MENU : ''}>
      <div className="sticky top-12 z-16 flex h-0 items-start justify-end pr-2 lg:top-0 [&>button]:mt-0.5">
        {menu}
      </div>
      {/* A table that scrolls horizontally has its header at its own top, not at the window's top. */}
      <div className={chosen === 0 ? '' : 'overflow-x-auto [&_thead]:top-0'}>
        <table
          {...rest}
          className={`w-full border-collapse text-left ${className}`}
          style={{ minWidth: chosen === 0 ? undefined : `${(chosen + 2) * COLUMN_REM}rem` }}
        >
          <caption className="sr-only">{label}</caption>
          {/* Stays below the page header in a narrow window. The edge is drawn, because a collapsed border
              would scroll away. */}
          <thead className="sticky top-12 z-15 bg-surface after:absolute after:inset-x-0 after:bottom-0 after:border-b after:border-line after:content-[''] lg:top-0">
            <tr aria-rowindex={rest['aria-rowcount'] === undefined ? undefined : 1}>
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  className={`h-9 px-4 text-xs font-medium whitespace-nowrap text-muted ${columnClass(column)} ${column.width ?? ''}`}
                >
                  {column.kind === 'actions' ? <span className="sr-only">{column.head}</span> : column.head}
                </th>
              ))}
            </tr>
          </thead>
          {children}
        </table>
      </div>
    </div>
  )
}

/** A table row. `linked` rows lift on hover, and a link inside covers the row (`row-link`). */
export function Row({ linked = false, ...rest }: { linked?: boolean } & ComponentProps<'tr'>): ReactElement {
  return (
    <tr
      {...rest}
      className={`relative border-b border-line last:border-b-0 ${linked ? 'hover:bg-hover' : ''}`}
    />
  )
}

/** Number of entries, displayed below a complete list. */
export function Total({ count }: { count: number }): ReactElement {
  return (
    <p className="border-t border-line px-4 py-2 text-sm text-muted tabular-nums">
      {t('{count, plural, one {# entry} other {# entries}}', { count })}
    </p>
  )
}
