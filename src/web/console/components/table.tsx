import {
  type ComponentProps,
  type ReactNode,
  useId,
  useReducer,
  useSyncExternalStore,
  type ReactElement,
} from 'react'
import { createListeners, storedText } from '#web/ui/stored.ts'
import { t } from '#web/ui/text.ts'
import { Button } from './button.tsx'
import { ItemsExport } from './export-buttons.tsx'
import { CheckField } from './field.tsx'
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
  /** Key for the stored columns and name of the exported file. Undefined means neither exists. */
  name?: string
  /** Whether the items themselves can be exported, because they contain what the rows show. */
  isExported?: boolean
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  columns: Columns<Item>
  /** Classes for all cells. */
  className?: string
  linked?: boolean
  /** Whether these are all items. Their number is then displayed below. */
  isWhole?: boolean
}

/** A dense table of items, described by its columns. */
export function DataTable<Item extends object>(props: DataTableProps<Item>): ReactElement {
  const { name, isExported = true, label, items, keyOf, columns, className, linked, isWhole = false } = props
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

/** Tools above a table: its columns and its export. */
export function ListBar<Item>({ table, columns, children }: ListBarProps<Item>): ReactElement {
  return (
    <div className="flex flex-wrap items-center justify-end gap-1 border-b border-line px-2 py-1 empty:hidden">
      <ColumnsMenu table={table} columns={columns} />
      {children}
    </div>
  )
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

type TableProps<Item> = { label: string; columns: readonly ShownColumn<Item>[] } & ComponentProps<'table'>

/** Minimum width per chosen column, in rem. The table scrolls if it does not fit. */
const COLUMN_REM = 9

/** A table with heads for its columns. `children` are rows with `Cells` of the same columns. */
export function Table<Item>({
  label,
  columns,
  className = '',
  children,
  ...rest
}: TableProps<Item>): ReactElement {
  const chosen = columns.filter(({ isChosen }) => isChosen).length
  return (
    // A table that scrolls horizontally has its heads at its own top.
    <div className={chosen === 0 ? '' : 'overflow-x-auto [&_thead]:top-0'}>
      <table
        {...rest}
        className={`w-full border-collapse text-left ${className}`}
        style={{ minWidth: chosen === 0 ? undefined : `${(chosen + 2) * COLUMN_REM}rem` }}
      >
        <caption className="sr-only">{label}</caption>
        {/* Stays below the page header in a narrow window. The edge is drawn, because a collapsed border
            would scroll away. */}
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

/** Widths from which a column is displayed, and up to which its content appears below the first cell. */
export const WIDTHS = {
  sm: { rem: 40, column: 'hidden sm:table-cell', below: 'sm:hidden' },
  md: { rem: 52, column: 'hidden md:table-cell', below: 'md:hidden' },
  lg: { rem: 64, column: 'hidden lg:table-cell', below: 'lg:hidden' },
  xl: { rem: 80, column: 'hidden xl:table-cell', below: 'xl:hidden' },
  '2xl': { rem: 88, column: 'hidden 2xl:table-cell', below: '2xl:hidden' },
}

export type Column<Item> = {
  head: string
  cell: (item: Item) => ReactNode
  /** Classes for its cells. Without it, columns that are not always displayed are small and muted. */
  className?: string
  /** Width class in a table with a fixed layout. */
  width?: string
  /** The head of an `actions` column is for screen readers only. */
  kind?: 'number' | 'actions'
  /**
   * Width from which the column is displayed. Below it, the column is omitted or appears in the first cell
   * (`below`).
   */
  from?: keyof typeof WIDTHS
  below?: true | ((item: Item) => ReactNode)
}

/** Columns by their name in a stored choice. The first one and the `actions` column are always displayed. */
export type Columns<Item> = Readonly<Record<string, Column<Item> | false>>

/** `isChosen`: displayed at every width instead of from a minimum width. */
export type ShownColumn<Item> = Column<Item> & { name: string; isChosen: boolean }

const changed = createListeners()
const storedChoice = (table: string) => storedText(`latchkey-columns-${table}`)
/** Choices made since the page was loaded, by table. */
const choices = new Map<string, string>()

/**
 * The column choice of a table, with updates: `+name` and `-name` for columns that differ from the default.
 */
export function useColumnChoice(table = ''): string {
  return useSyncExternalStore(changed.subscribe, () => choices.get(table) ?? storedChoice(table).read() ?? '')
}

function choose(table: string, words: readonly string[]): void {
  const choice = words.join(' ')
  choices.set(table, choice)
  storedChoice(table).write(choice === '' ? null : choice)
  changed.notify()
}

export function shownColumns<Item>(columns: Columns<Item>, choice: string): ShownColumn<Item>[] {
  const words = choice.split(' ')
  return Object.entries(columns).flatMap(([name, column]) =>
    column === false || words.includes(`-${name}`)
      ? []
      : [{ ...column, name, isChosen: words.includes(`+${name}`) }],
  )
}

/** Menu for choosing the columns of a table. Renders nothing if no column is optional. */
export function ColumnsMenu<Item>({
  table,
  columns,
}: {
  table: string
  columns: Columns<Item>
}): ReactElement | null {
  const id = useId()
  const choice = useColumnChoice(table)
  // Renders again on opening, because the width of the window may have changed.
  const [, onToggle] = useReducer((times: number) => times + 1, 0)
  const words = choice.split(' ').filter((word) => word !== '')
  const optional = Object.entries(columns)
    .slice(1)
    .flatMap(([name, column]) => (column === false || column.kind === 'actions' ? [] : [{ name, column }]))
  if (optional.length === 0) return null
  return (
    <>
      <Button tone="quiet" icon="settings" popoverTarget={id}>
        {t('Columns')}
      </Button>
      <div
        popover="auto"
        id={id}
        role="group"
        aria-label={t('Columns')}
        onToggle={onToggle}
        className="popover-beside w-56 rounded-md border border-line bg-raised p-2 text-ink shadow-lg"
      >
        {optional.map(({ name, column }) => {
          const others = words.filter((word) => word.slice(1) !== name)
          const byDefault = isDisplayed(column)
          const isShown = words.includes(`+${name}`) || (byDefault && !words.includes(`-${name}`))
          return (
            <div key={name} className="rounded-sm px-2 py-1.5 hover:bg-hover pointer-coarse:py-3">
              <CheckField
                checked={isShown}
                onChange={(isWanted) =>
                  choose(
                    table,
                    isWanted === byDefault ? others : [...others, `${isWanted ? '+' : '-'}${name}`],
                  )
                }
              >
                {column.head}
              </CheckField>
            </div>
          )
        })}
        <Button tone="quiet" refusing={words.length === 0} onClick={() => choose(table, [])}>
          {t('Reset')}
        </Button>
      </div>
    </>
  )
}

/** Whether a column is displayed by default, as a column or below the first cell. */
function isDisplayed<Item>({ from, below }: Column<Item>): boolean {
  return (
    from === undefined || below !== undefined || matchMedia(`(min-width: ${WIDTHS[from].rem}rem)`).matches
  )
}
