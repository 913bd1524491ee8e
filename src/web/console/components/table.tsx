import { type ComponentProps, type ReactNode, useId, useReducer, useSyncExternalStore } from 'react'
import { t } from '#web/ui/text.ts'
import { ItemsExport } from './export-buttons.tsx'
import { TimeAgo } from './values.tsx'
import { createListeners, storedText } from '#web/ui/stored.ts'
import { Button } from './button.tsx'
import { CheckField } from './field.tsx'

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
export function DataTable<Item extends object>(props: DataTableProps<Item>) {
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

/** From which width a column is displayed, and up to where its content stands below the first cell instead. */
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
  /** Of its cells. Without one, columns that are not always displayed are small and muted. */
  className?: string
  /** Its class in a table whose columns are as wide as their heads say. */
  width?: string
  /** Of the buttons' column the name is for screen readers only. */
  kind?: 'number' | 'actions'
  /** The width from which it is displayed; below that it is left out, or stands in the first cell (`below`). */
  from?: keyof typeof WIDTHS
  below?: true | ((item: Item) => ReactNode)
}

/** By their names in a stored choice: the first one and the buttons' are always displayed. */
export type Columns<Item> = Readonly<Record<string, Column<Item> | false>>

/** `isChosen`: at every width, instead of from one on. */
export type ShownColumn<Item> = Column<Item> & { name: string; isChosen: boolean }

const changed = createListeners()
const storedChoice = (table: string) => storedText(`latchkey-columns-${table}`)
/** Those of this page's life. */
const choices = new Map<string, string>()

/** What was chosen for a table, live: `+name` and `-name` of columns that differ from its default. */
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

/** Chooses what a table displays besides its first column; nothing where there is no choice. */
export function ColumnsMenu<Item>({ table, columns }: { table: string; columns: Columns<Item> }) {
  const id = useId()
  const choice = useColumnChoice(table)
  // The window may have another width when it is opened.
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

/** Whether a column is in view without a choice: by itself, or below the first cell. */
function isDisplayed<Item>({ from, below }: Column<Item>): boolean {
  return (
    from === undefined || below !== undefined || matchMedia(`(min-width: ${WIDTHS[from].rem}rem)`).matches
  )
}
