import type { ReactNode, ReactElement } from 'react'
import { Icon, type IconName } from './button.tsx'

type CardProps = {
  title?: ReactNode
  /** One line below the title. */
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
  /** Removes the padding, for lists and tables that have their own. */
  flush?: boolean
}

export function Card({
  title,
  note,
  actions,
  children,
  className = '',
  flush = false,
}: CardProps): ReactElement {
  const padding = title === undefined ? 'p-4' : 'px-4 pb-4'
  return (
    // `overflow-clip` cuts off content at the rounded corners and still lets sticky parts stick.
    <section
      className={`min-w-0 rounded-lg border border-line bg-surface shadow-sm ${flush ? 'overflow-clip' : ''} ${className}`}
    >
      {(title !== undefined || actions !== undefined) && (
        <header
          className={`flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 ${flush ? 'border-b border-line' : ''}`}
        >
          <div className="mr-auto min-w-0">
            <h2 className="text-md font-strong">{title}</h2>
            {note !== undefined && <p className="text-sm text-muted">{note}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={flush ? '' : padding}>{children}</div>
    </section>
  )
}

type DisclosureProps = { summary: ReactNode; className?: string; children: ReactNode }

/** Additional content behind a toggle. */
export function Disclosure({ summary, className = '', children }: DisclosureProps): ReactElement {
  return (
    <details className={`group min-w-0 ${className}`}>
      <summary className="flex w-fit cursor-pointer items-center gap-2 rounded-sm text-sm font-medium text-muted hover:text-ink">
        <Icon name="next" className="size-3 transition-transform group-open:rotate-90" />
        {summary}
      </summary>
      {children}
    </details>
  )
}

type EmptyStateProps = { icon: IconName; title: string; children: ReactNode; action?: ReactNode }

/** Placeholder of an empty list: what it contains and how to add the first item. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps): ReactElement {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-4 inline-flex size-10 items-center justify-center rounded-md border border-line bg-canvas text-muted">
        <Icon name={icon} className="size-5" />
      </span>
      <p className="font-strong">{title}</p>
      <div className="mt-1 max-w-96 text-sm text-balance text-muted">{children}</div>
      {action !== undefined && <div className="mt-4 max-w-full">{action}</div>}
    </div>
  )
}

type ListRowProps = {
  icon?: IconName
  title: ReactNode
  badge?: ReactNode
  /** Below the title. */
  children: ReactNode
  actions?: ReactNode
}

/** An entry of a list: its name, its facts and its buttons. */
export function ListRow({ icon, title, badge, children, actions }: ListRowProps): ReactElement {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      {icon && <Icon name={icon} className="size-5 text-muted" />}
      <div className="min-w-0 flex-1 basis-48">
        <div className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {title}
          {badge}
        </div>
        <div className="text-sm text-muted [overflow-wrap:anywhere]">{children}</div>
      </div>
      {actions}
    </li>
  )
}

/** A placeholder while loading. `className` sets width and height. */
export function Skeleton({ className = 'h-4 w-24' }: { className?: string }): ReactElement {
  return (
    <span
      aria-hidden="true"
      data-skeleton=""
      className={`skeleton-motion block rounded-sm bg-skeleton ${className}`}
    />
  )
}

export function SkeletonRows({ rows = 4, label }: { rows?: number; label: string }): ReactElement {
  return (
    <div aria-busy="true" role="status" className="divide-y divide-line">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-4 px-4 py-3">
          <Skeleton className="h-4 w-1/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="ml-auto h-4 w-16" />
        </div>
      ))}
    </div>
  )
}
