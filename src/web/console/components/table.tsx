import type { ComponentProps, ReactNode } from 'react'
import { t } from '#web/ui/text.ts'
import {
  type Column,
  type Columns,
  ColumnsMenu,
  shownColumns,
  type ShownColumn,
  useColumnChoice,
  WIDTHS,
} from './columns.tsx'
import { ItemsExport } from './export-buttons.tsx'
import { TimeAgo } from './values.tsx'

export const createdColumn = (from: 'lg' | 'xl'): Column<{ createdAtDatetime: string }> => ({
  head: t('Created'),
  from,
  cell: ({ createdAtDatetime }) => <TimeAgo datetime={createdAtDatetime} />,
})

/** What can be done with an item. */
export function actionsColumn<Item>(cell: Column<Item>['cell'], className = ''): Column<Item> {
  return { head: t('Actions'), kind: 'actions', className, cell }
}

type DataTableProps<Item> = {
  /** Under which the browser remembers its columns, and of a file of its items; without one there is neither. */
  name?: string
  /** Whether its items say as data what its rows say. */
  isExported?: boolean
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  columns: Columns<Item>
  /** Of all cells. */
  className?: string
  linked?: boolean
  /** Whether there are no others: then they are counted below. */
  isWhole?: boolean
}

/** A dense table of items, by its columns. */
export function DataTable<Item extends object>({
  name,
  isExported = true,
  label,
  items,
  keyOf,
  columns,
  className,
  linked,
  isWhole = false,
}: DataTableProps<Item>) {
  const shown = shownColumns(columns, useColumnChoice(name))
  return (
    <>
      {name !== undefined && (
        <ListBar table={name} columns={columns}>
          {isExported && <ItemsExport name={name} items={items} />}
        </ListBar>
      )}
      <Table label={label} columns={shown}>
        <tbody>
          {items.map((item) => (
            <Row key={keyOf(item)} {...(linked && { linked })}>
              <Cells columns={shown} item={item} className={className} />
            </Row>
          ))}
        </tbody>
      </Table>
      {isWhole && <Total count={items.length} />}
    </>
  )
}

type ListBarProps<Item> = { table: string; columns: Columns<Item>; children?: ReactNode }

/** Above a table: what can be done with it. */
export function ListBar<Item>({ table, columns, children }: ListBarProps<Item>) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-1 border-b border-line px-2 py-1 empty:hidden">
      <ColumnsMenu table={table} columns={columns} />
      {children}
    </div>
  )
}

type CellsProps<Item> = { columns: readonly ShownColumn<Item>[]; item: Item; className?: string | undefined }

export function Cells<Item>({ columns, item, className = '' }: CellsProps<Item>) {
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

/** In a narrow window: what has no column there. */
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

type TableProps<Item> = { label: string; columns: readonly ShownColumn<Item>[] } & ComponentProps<'table'>

/** Of a chosen column, in a window that has no room for it: the table scrolls then. */
const COLUMN_REM = 9

/** A table's heads, around its rows: `Cells` of the same columns. */
export function Table<Item>({ label, columns, className = '', children, ...rest }: TableProps<Item>) {
  const chosen = columns.filter(({ isChosen }) => isChosen).length
  return (
    // What scrolls by itself has the heads at its own top.
    <div className={chosen === 0 ? '' : 'overflow-x-auto [&_thead]:top-0'}>
      <table
        {...rest}
        className={`w-full border-collapse text-left ${className}`}
        style={{ minWidth: chosen === 0 ? undefined : `${(chosen + 2) * COLUMN_REM}rem` }}
      >
        <caption className="sr-only">{label}</caption>
        {/* Stays in view below the header of a narrow window. Its edge is drawn: a collapsed border would scroll away. */}
        <thead className="sticky top-14 z-15 bg-surface after:absolute after:inset-x-0 after:bottom-0 after:border-b after:border-line after:content-[''] lg:top-0">
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
  )
}

/** `linked` rows lift on hover: one link inside covers the row (`row-link`). */
export function Row({ linked = false, ...rest }: { linked?: boolean } & ComponentProps<'tr'>) {
  return (
    <tr
      {...rest}
      className={`relative border-b border-line last:border-b-0 ${linked ? 'hover:bg-hover' : ''}`}
    />
  )
}

/** Below a list that is whole: how many there are. */
export function Total({ count }: { count: number }) {
  return (
    <p className="border-t border-line px-4 py-2 text-sm text-muted tabular-nums">
      {t('{count, plural, one {# entry} other {# entries}}', { count })}
    </p>
  )
}
