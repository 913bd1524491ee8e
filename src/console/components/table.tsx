import type { ComponentProps, ReactNode } from 'react'

/**
 * A dense table. Columns that do not fit a phone carry `hidden md:table-cell`; their content then
 * stands under the first cell, in the row's own words.
 */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{label}</caption>
      {children}
    </table>
  )
}

export function HeadCell({ className = '', ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={`h-9 border-b border-line px-4 text-xs font-medium whitespace-nowrap text-muted ${className}`}
    />
  )
}

/** `linked` rows lift under the pointer: one link inside covers the row (`row-link`). */
export function Row({ linked = false, children }: { linked?: boolean; children: ReactNode }) {
  return (
    <tr className={`relative border-b border-line last:border-b-0 ${linked ? 'hover:bg-hover' : ''}`}>
      {children}
    </tr>
  )
}

export function Cell({ className = '', ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={`px-4 py-3 align-middle ${className}`} />
}

/** The class of the link that covers its row. */
export const ROW_LINK =
  'font-medium after:absolute after:inset-0 after:content-[""] hover:text-accent-text focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'
