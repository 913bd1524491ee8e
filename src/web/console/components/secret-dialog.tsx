import { useState, type ComponentProps, type ReactNode } from 'react'
import { useHeldPage } from '#web/console/lib/hold-page.ts'
import { t } from '#web/ui/text.ts'
import { Button } from './button.tsx'
import { CopyTextButton, TimeAgo, Rich } from './values.tsx'
import { AskDialog, Dialog } from './dialog.tsx'
import { CheckField, SelectField } from './field.tsx'
import { Notice } from './notice.tsx'
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useRequestKey } from '#web/console/lib/use-schema-form.ts'

type SecretDialogProps = {
  title: string
  /** Names the secret: "API key". */
  what: string
  secret: string
  /** What to do with it now and why it is displayed only once; default: only a hash is stored. */
  note?: string
  children?: ReactNode
  onDone: () => void
}

/** Shows a secret, only once. It closes when the person confirms that it is stored; until then the page stays. */
export function SecretDialog({ title, what, secret, note, children, onDone }: SecretDialogProps) {
  const [isStored, setIsStored] = useState(false)
  const [triedToLeave, setTriedToLeave] = useState(false)
  useHeldPage(!isStored, () => setTriedToLeave(true))
  return (
    <Dialog title={title} onClose={onDone} mustAnswer size="md">
      <div className="flex flex-col gap-4">
        <Notice tone="warning" title={t('You can see it only now')}>
          {note ??
            t(
              'Copy it into your secret store now. Only a hash of it is stored; it cannot be displayed again.',
            )}
        </Notice>
        <div>
          <p className="mb-1 text-sm font-medium" id="secret-label">
            {t('Your {what}', { what })}
          </p>
          <SecretText secret={secret} what={what} aria-labelledby="secret-label" />
        </div>
        {children}
        {triedToLeave && !isStored && (
          <Notice tone="danger" announce>
            {t('You have not stored the {what} yet. Store it, tick the box, then continue.', { what })}
          </Notice>
        )}
        <CheckField checked={isStored} onChange={setIsStored}>
          {t('I have stored the {what} safely', { what })}
        </CheckField>
        <div className="flex justify-end">
          <Button tone="primary" size="md" disabled={!isStored} onClick={onDone}>
            {t('Done')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type SecretTextProps = { secret: string; what: string } & ComponentProps<'code'>

export function SecretText({ secret, what, ...code }: SecretTextProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 justify-end rounded-md border border-line bg-sunken p-2 pl-3">
      <code
        {...code}
        data-secret
        className="min-w-0 flex-1 basis-full font-mono text-sm break-all whitespace-pre-wrap select-all"
      >
        {secret}
      </code>
      <CopyTextButton text={secret} what={what} />
    </div>
  )
}

type Rotation<Rotated> = Omit<ComponentProps<typeof AskDialog>, 'run' | 'children'> & {
  /** How long the old secret may go on. Undefined means the service decides. */
  grace?: { hint: string; longestSeconds: number; initialSeconds: number }
  warnings: (graceSeconds: number) => ReactNode
  send: (graceSeconds: number, idempotencyKey: string) => Promise<Rotated>
}

type RotateSecretProps<Rotated> = Rotation<Rotated> & {
  /** The dialog with the new secret. */
  secret: (rotated: Rotated, onDone: () => void) => ReactNode
  /** Refetched only once the secret is stored: nothing may remove it from the screen before. */
  list: QueryKey
  onRotated?: ((rotated: Rotated) => void) | undefined
}

const graces = () => [
  { value: 0, label: t('None (revoke now)') },
  { value: 3_600, label: t('One hour') },
  { value: 86_400, label: t('One day') },
  { value: 604_800, label: t('One week') },
  { value: 30 * 86_400, label: t('30 days') },
]

/** Replaces a secret: first the old one's grace period, then the new one, shown once. */
export function RotateSecret<Rotated>({ secret, list, onRotated, ...rotation }: RotateSecretProps<Rotated>) {
  const queryClient = useQueryClient()
  const [rotated, setRotated] = useState<Rotated | null>(null)
  if (rotated === null) return <RotateDialog {...rotation} onRotated={setRotated} />
  const leave = async () => {
    await queryClient.invalidateQueries({ queryKey: list, refetchType: 'all' })
    rotation.onClose()
    onRotated?.(rotated)
  }
  return secret(rotated, () => void leave())
}

type RotateDialogProps<Rotated> = Rotation<Rotated> & { onRotated: (rotated: Rotated) => void }

function RotateDialog<Rotated>(props: RotateDialogProps<Rotated>) {
  const { grace, warnings, send, onRotated, ...dialog } = props
  const [graceSeconds, setGraceSeconds] = useState(grace?.initialSeconds ?? 0)
  const keyOf = useRequestKey()
  const rotate = useMutation({
    mutationFn: () => send(graceSeconds, keyOf(graceSeconds)),
    onSuccess: onRotated,
    gcTime: 0,
  })
  return (
    <AskDialog {...dialog} run={rotate}>
      {grace && (
        <SelectField
          label={t('Grace period')}
          hint={grace.hint}
          value={String(graceSeconds)}
          onChange={(event) => setGraceSeconds(Number(event.target.value))}
          autoFocus
          options={graces().filter(({ value }) => value <= grace.longestSeconds)}
        />
      )}
      {warnings(graceSeconds)}
    </AskDialog>
  )
}

/** Another rotation would end the previous secret. */
export function RotationNotice({ until }: { until: string }) {
  return (
    <Notice tone="warning" title={t('Rotation in progress')}>
      <Rich
        text="The previous secret ends {when}. Rotating again ends it immediately."
        parts={{ when: <TimeAgo isDue datetime={until} /> }}
      />
    </Notice>
  )
}
