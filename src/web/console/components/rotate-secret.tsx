import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode, type ReactElement } from 'react'
import { useRequestKey } from '#web/console/lib/use-schema-form.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { AskDialog } from './dialog.tsx'
import { SelectField } from './field.tsx'
import { Notice } from './notice.tsx'
import { TimeAgo } from './time-ago.tsx'

type Rotation<Rotated> = Omit<ComponentProps<typeof AskDialog>, 'run' | 'children'> & {
  /** Time for which the old secret stays valid. Undefined means the service decides. */
  grace?: { hint: string; longestSeconds: number; initialSeconds: number }
  warnings: (graceSeconds: number) => ReactNode
  send: (graceSeconds: number, idempotencyKey: string) => Promise<Rotated>
}

type RotateSecretProps<Rotated> = Rotation<Rotated> & {
  /** The dialog that shows the new secret. */
  secret: (rotated: Rotated, onDone: () => void) => ReactNode
  /**
   * Query to refetch once the user has stored the secret. An earlier refetch could remove the secret from the
   * screen.
   */
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

/** Replaces a secret. Asks for the old one's grace period, then shows the new one once. */
export function RotateSecret<Rotated>({
  secret,
  list,
  onRotated,
  ...rotation
}: RotateSecretProps<Rotated>): ReactNode {
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
  const chooseKey = useRequestKey()
  const rotate = useMutation({
    mutationFn: () => send(graceSeconds, chooseKey(graceSeconds)),
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

/** Warns that another rotation would end the previous secret. */
export function RotationNotice({ until }: { until: string }): ReactElement {
  return (
    <Notice tone="warning" title={t('Rotation in progress')}>
      <Rich
        text="The previous secret ends {when}. Rotating again ends it immediately."
        parts={{ when: <TimeAgo isDue datetime={until} /> }}
      />
    </Notice>
  )
}
