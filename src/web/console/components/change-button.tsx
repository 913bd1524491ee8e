import type { QueryKey } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useChange } from '#web/console/lib/use-change.ts'
import { Button } from './button.tsx'
import { ProblemPanel } from './problem-panel.tsx'

type ChangeButtonProps = ComponentProps<typeof Button> & {
  change: () => Promise<unknown>
  /** Refetched afterwards; absent: everything. */
  list?: QueryKey
}

/** Makes a change that needs no question. Pending until what it affects is refetched; a failure stands next to it. */
export function ChangeButton({ change, list, ...button }: ChangeButtonProps) {
  const made = useChange(change, list)
  return (
    <>
      <Button {...button} pending={made.isPending} onClick={() => made.mutate()} />
      <ProblemPanel error={made.error} className="basis-full" />
    </>
  )
}
