import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { t } from '#web/ui/text.ts'
import { FormDialog } from './dialog.tsx'
import { TextField } from './field.tsx'

type ConfirmDialogProps<Result> = {
  title: string
  /** The button's label: what will happen. */
  action: string
  /** To be typed by hand before the button is enabled. */
  name: string
  children: ReactNode
  run: () => Promise<Result>
  /** Refetched afterwards, before the dialog closes. */
  list?: QueryKey
  /** Called afterwards instead of that. */
  onDone?: (result: Result) => unknown
  onClose: () => void
}

/** Confirms an irreversible action: the name of the thing is typed by hand. */
export function ConfirmDialog<Result>(props: ConfirmDialogProps<Result>) {
  const { title, action, name, children, run, list, onDone, onClose } = props
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const confirmed = useMutation({
    mutationFn: run,
    onSuccess: async (result) => {
      if (onDone !== undefined) return onDone(result)
      if (list !== undefined) await queryClient.invalidateQueries({ queryKey: list })
      onClose()
    },
  })
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        const matches = typed.trim() === name.trim()
        setIsWrong(!matches)
        if (matches) confirmed.mutate()
      }}
      problem={confirmed.error}
      action={action}
      tone="danger"
      pending={confirmed.isPending || confirmed.isSuccess}
    >
      <div className="flex flex-col gap-3 text-muted">{children}</div>
      <TextField
        label={t('Type “{name}” to confirm', { name })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isWrong ? t('The name does not match. Type {name}', { name }) : undefined}
        autoFocus
        spellCheck={false}
      />
    </FormDialog>
  )
}
