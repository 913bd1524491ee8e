import type { ReactNode, ReactElement } from 'react'

/** Values by name. A name without a value is omitted. */
type FactsByName = Readonly<Record<string, ReactNode>>
type FactsProps = { facts?: FactsByName; className?: string; children?: ReactNode }

/** Names and values, one below the other. */
export function Facts({ facts = {}, className = 'flex flex-col gap-3', children }: FactsProps): ReactElement {
  return (
    <dl className={className}>
      <FactList facts={facts} />
      {children}
    </dl>
  )
}

export function FactList({ facts }: { facts: FactsByName }): ReactElement[] {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== null && value !== false)
    .map(([name, value]) => (
      <Fact key={name} name={name}>
        {value}
      </Fact>
    ))
}

type FactProps = { name: ReactNode; className?: string; children: ReactNode }

export function Fact({ name, className = '', children }: FactProps): ReactElement {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
