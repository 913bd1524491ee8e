import type { ComponentChildren, VNode } from 'preact'

type FactProps = { name: string; mono?: boolean; children: ComponentChildren }

/** One row in a list of facts. */
export function Fact({ name, mono = false, children }: FactProps): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={mono ? 'mono' : undefined}>{children}</dd>
    </div>
  )
}
