import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '#web/ui/text.ts'
import { TimeAgo } from './values.tsx'

/** From which width a column is displayed, and up to where its content stands below the first cell instead. */
const WIDTHS = {
  sm: { column: 'hidden sm:table-cell', below: 'sm:hidden' },
  md: { column: 'hidden md:table-cell', below: 'md:hidden' },
  lg: { column: 'hidden lg:table-cell', below: 'lg:hidden' },
  xl: { column: 'hidden xl:table-cell', below: 'xl:hidden' },
  '2xl': { column: 'hidden 2xl:table-cell', below: '2xl:hidden' },
}

export type Column<Item> = {
  head: string
  cell: (item: Item) => ReactNode
  /** Of its cells. Without one, columns that are not always displayed are small and muted. */
  className?: string
  /** Of the buttons' column the name is for screen readers only. */
  kind?: 'number' | 'actions'
  /** The width from which it is displayed; below that it is left out, or stands in the first cell (`below`). */
  from?: keyof typeof WIDTHS
  below?: true | ((item: Item) => ReactNode)
}

/** When an item was made. */
export const createdColumn = (from: 'lg' | 'xl'): Column<{ createdAtDatetime: string }> => ({
  head: t('Created'),
  from,
  cell: ({ createdAtDatetime }) => <TimeAgo datetime={createdAtDatetime} />,
})

type DataTableProps<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  columns: readonly (Column<Item> | false)[]
  /** Of all cells. */
  className?: string
  linked?: boolean
  /** Whether there are no others: then they are counted below. */
  isWhole?: boolean
}

/** A dense table of items, by its columns. */
export function DataTable<Item>({
  label,
  items,
  keyOf,
  columns,
  className = '',
  linked,
  isWhole = false,
}: DataTableProps<Item>) {
  const shown = columns.filter((column) => column !== false)
  return (
    <>
      <Table label={label}>
        <TableHead>
          <tr>
            {shown.map(({ head, kind, from }) => (
              <HeadCell key={head} className={columnClass(kind, from)}>
                {kind === 'actions' ? <span className="sr-only">{head}</span> : head}
              </HeadCell>
            ))}
          </tr>
        </TableHead>
        <tbody>
          {items.map((item) => (
            <Row key={keyOf(item)} {...(linked && { linked })}>
              {shown.map(
                ({ head, cell, kind, from, className: own = from && 'text-sm text-muted' }, index) => (
                  <Cell key={head} className={`${columnClass(kind, from)} ${className} ${own ?? ''}`}>
                    {cell(item)}
                    {index === 0 && <Below columns={shown} item={item} />}
                  </Cell>
                ),
              )}
            </Row>
          ))}
        </tbody>
      </Table>
      {isWhole && <Total count={items.length} />}
    </>
  )
}

function columnClass(kind: Column<unknown>['kind'], from: Column<unknown>['from']): string {
  return `${from === undefined ? '' : WIDTHS[from].column} ${kind === undefined ? '' : 'text-right'}`
}

/** In a narrow window: what has no column there. */
function Below<Item>({ columns, item }: { columns: readonly Column<Item>[]; item: Item }) {
  return columns.map(
    ({ head, cell, from, below }) =>
      from !== undefined &&
      below !== undefined && (
        <div
          key={head}
          className={`mt-1 text-sm [overflow-wrap:anywhere] text-muted empty:hidden ${WIDTHS[from].below}`}
        >
          {below === true ? cell(item) : below(item)}
        </div>
      ),
  )
}

/** A table whose rows are not all rendered, or that has a form. */
export function Table({ label, className = '', children, ...rest }: TableProps) {
  return (
    <table {...rest} className={`w-full border-collapse text-left ${className}`}>
      <caption className="sr-only">{label}</caption>
      {children}
    </table>
  )
}

type TableProps = { label: string } & ComponentProps<'table'>

/** Stays in view below the header of a narrow window. Its edge is drawn: a collapsed border would scroll away. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="sticky top-14 z-15 bg-surface after:absolute after:inset-x-0 after:bottom-0 after:border-b after:border-line after:content-[''] lg:top-0">
      {children}
    </thead>
  )
}

export function HeadCell({ className = '', ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={`h-9 px-4 text-xs font-medium whitespace-nowrap text-muted ${className}`}
    />
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

export function Cell({ className = '', ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={`h-11 px-4 py-1.5 align-middle max-md:py-3 ${className}`} />
}

/** Below a list that is whole: how many there are. */
export function Total({ count }: { count: number }) {
  return (
    <p className="border-t border-line px-4 py-2 text-sm text-muted tabular-nums">
      {t('{count, plural, one {# entry} other {# entries}}', { count })}
    </p>
  )
}

type RowLinkProps = { to: string; label?: string; className?: string; children: ReactNode }

/** The link that covers its row, whose position is `relative`. */
export function RowLink({ to, label, className = '[overflow-wrap:anywhere]', children }: RowLinkProps) {
  return (
    <Link to={to} aria-label={label} className={`${ROW_LINK} ${className}`}>
      {children}
    </Link>
  )
}

const ROW_LINK =
  'font-medium after:absolute after:inset-0 after:content-[""] hover:text-accent-text focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'
