import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useRequestKey } from '#web/console/lib/use-submit.ts'
import { t } from '#web/ui/text.ts'
import { FormDialog } from './dialog.tsx'
import { SelectField } from './field.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { TimeAgo } from './time-ago.tsx'
import { Notice } from './notice.tsx'
import { Rich } from './rich.tsx'

type GraceProps<Rotated> = {
  title: string
  purpose: string
  hint: string
  /** The button's label. */
  action: string
  graces: readonly { seconds: number; label: string }[]
  initialSeconds: number
  warnings: (graceSeconds: number) => ReactNode
  send: (graceSeconds: number, idempotencyKey: string) => Promise<Rotated>
  onClose: () => void
}

type RotateSecretProps<Rotated> = GraceProps<Rotated> & {
  /** Of the new secret: the title above it, what it is, and the note under it. */
  secretTitle: string
  what: string
  note: (rotated: Rotated) => string
  /** Refetched only once the secret is stored: nothing may remove it from the screen before. */
  list: QueryKey
  onRotated?: ((rotated: Rotated) => void) | undefined
}

/** Replaces a secret: first the old one's grace period, then the new one, shown once. */
export function RotateSecret<Rotated extends { secret: string }>(props: RotateSecretProps<Rotated>) {
  const { secretTitle, what, note, list, onRotated, ...grace } = props
  const queryClient = useQueryClient()
  const [rotated, setRotated] = useState<Rotated | null>(null)
  if (rotated === null) return <GraceDialog {...grace} onRotated={setRotated} />
  const leave = async () => {
    await queryClient.invalidateQueries({ queryKey: list, refetchType: 'all' })
    grace.onClose()
    onRotated?.(rotated)
  }
  return (
    <SecretDialog title={secretTitle} what={what} secret={rotated.secret} onDone={() => void leave()}>
      <p className="text-sm text-muted">{note(rotated)}</p>
    </SecretDialog>
  )
}

type GraceDialogProps<Rotated> = GraceProps<Rotated> & { onRotated: (rotated: Rotated) => void }

function GraceDialog<Rotated>(props: GraceDialogProps<Rotated>) {
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
        options={graces.map(({ seconds, label }) => ({ value: seconds, label }))}
      />
      {warnings(graceSeconds)}
    </FormDialog>
  )
}

/** Another rotation would end the previous secret. */
export function RotationNotice({ until }: { until: string }) {
  return (
    <Notice tone="warning" title={t('Rotation in progress')}>
      <Rich
        text="The previous secret ends {when}. Rotating again ends it immediately."
        parts={{ when: <TimeAgo datetime={until} /> }}
      />
    </Notice>
  )
}
