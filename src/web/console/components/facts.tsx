import type { ReactNode, ReactElement } from 'react'
import { Fact } from '#web/ui/call/fact.tsx'

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
