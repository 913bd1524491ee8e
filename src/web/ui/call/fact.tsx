import type { ReactNode, ReactElement } from 'react'

type FactProps = { name: ReactNode; className?: string; children: ReactNode }

/** One row in a list of facts. Each page styles `.fact` in its own way. */
export function Fact({ name, className = '', children }: FactProps): ReactElement {
  return (
    <div className={`fact ${className}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
