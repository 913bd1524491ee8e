import type { ReactNode } from 'react'

type CardProps = {
  title?: ReactNode
  /** One line under the title. */
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
  /** `flush` for lists and tables that bring their own edges. */
  flush?: boolean
  level?: 'h2' | 'h3'
}

export function Card({
  title,
  note,
  actions,
  children,
  className = '',
  flush = false,
  level: Heading = 'h2',
}: CardProps) {
  return (
    <section className={`min-w-0 rounded-lg border border-line bg-surface shadow-sm ${className}`}>
      {(title !== undefined || actions !== undefined) && (
        <header
          className={`flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 ${flush ? 'border-b border-line' : ''}`}
        >
          <div className="mr-auto min-w-0">
            <Heading className="text-md font-strong">{title}</Heading>
            {note !== undefined && <p className="text-sm text-muted">{note}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={flush ? '' : title === undefined ? 'p-4' : 'px-4 pb-4'}>{children}</div>
    </section>
  )
}
