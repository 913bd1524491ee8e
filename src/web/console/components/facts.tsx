import type { ReactNode } from 'react'

/** Names and values of one thing, one under the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-3">{children}</dl>
}

type FactProps = { name: string; className?: string; children: ReactNode }

export function Fact({ name, className = '', children }: FactProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
