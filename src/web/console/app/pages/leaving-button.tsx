import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactElement } from 'react'
import { Button } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'

/** A button that stays pending after success, because the page is then left. */
export function LeavingButton({
  run,
  ...button
}: ComponentProps<typeof Button> & { run: () => Promise<unknown> }): ReactElement {
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: run })
  return (
    <>
      <ProblemPanel error={error} />
      <Button size="md" {...button} pending={isPending || isSuccess} onClick={() => mutate()} />
    </>
  )
}
