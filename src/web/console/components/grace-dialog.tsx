import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useRequestKey } from '#web/console/lib/use-submit.ts'
import { t } from '#web/ui/text.ts'
import { FormDialog } from './dialog.tsx'
import { SelectField } from './field.tsx'

type GraceDialogProps<Rotated> = {
  title: string
  purpose: string
  hint: string
  /** The button's label. */
  action: string
  graces: readonly { seconds: number; label: string }[]
  initialSeconds: number
  warnings: (graceSeconds: number) => ReactNode
  send: (graceSeconds: number, idempotencyKey: string) => Promise<Rotated>
  onRotated: (rotated: Rotated) => void
  onClose: () => void
}

/** Before a secret is replaced: the old one's grace period. */
export function GraceDialog<Rotated>(props: GraceDialogProps<Rotated>) {
  const { title, purpose, hint, action, graces, initialSeconds, warnings, send, onRotated, onClose } = props
  const [graceSeconds, setGraceSeconds] = useState(initialSeconds)
  const keyOf = useRequestKey()
  const rotate = useMutation({
    mutationFn: () => send(graceSeconds, keyOf(graceSeconds)),
    onSuccess: onRotated,
    gcTime: 0,
  })
  return (
    <FormDialog
      title={title}
      purpose={purpose}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!rotate.isPending) rotate.mutate()
      }}
      problem={rotate.error}
      action={action}
      pending={rotate.isPending}
    >
      <SelectField
        label={t('Grace period')}
        hint={hint}
        value={String(graceSeconds)}
        onChange={(event) => setGraceSeconds(Number(event.target.value))}
        autoFocus
      >
        {graces.map(({ seconds, label }) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
      </SelectField>
      {warnings(graceSeconds)}
    </FormDialog>
  )
}
