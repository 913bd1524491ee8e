import type { ComponentProps } from 'react'

/**
 * A dense table. Columns that do not fit a phone have `hidden md:table-cell`; their content is then
 * repeated below the first cell.
 */
export function Table({ label, className = '', children, ...rest }: TableProps) {
  return (
    <table {...rest} className={`w-full border-collapse text-left ${className}`}>
      <caption className="sr-only">{label}</caption>
      {children}
    </table>
  )
}

type TableProps = { label: string } & ComponentProps<'table'>

export function HeadCell({ className = '', ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={`h-9 border-b border-line px-4 text-xs font-medium whitespace-nowrap text-muted ${className}`}
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
  return <td {...rest} className={`px-4 py-3 align-middle ${className}`} />
}

/** The class of the link that covers its row. */
export const ROW_LINK =
  'font-medium after:absolute after:inset-0 after:content-[""] hover:text-accent-text focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'
