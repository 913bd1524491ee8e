import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey, IssuedApiKey } from '#protocol/org/api-keys.ts'
import { DialogActions, Dialog } from '#web/console/components/dialog.tsx'
import { SelectField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { t } from '#web/ui/text.ts'
import { useRequestKey } from '#web/console/lib/use-submit.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { keyLabel, isExposed } from './describe-key.ts'
import { apiKeysQuery, rotateApiKey } from './api-key-requests.ts'

const HOUR = 3_600
const graces = () => [
  { seconds: 0, label: t('None (revoke now)') },
  { seconds: HOUR, label: t('One hour') },
  { seconds: 24 * HOUR, label: t('One day') },
  { seconds: 7 * 24 * HOUR, label: t('One week') },
  { seconds: 30 * 24 * HOUR, label: t('30 days') },
]

type RotateApiKeyProps = { apiKey: ApiKey; onClose: () => void; onRotated?: (issued: IssuedApiKey) => void }

/** Replaces a key: first for how long the old secret goes on, then the new one, shown once. */
export function RotateApiKey({ apiKey, onClose, onRotated }: RotateApiKeyProps) {
  const queryClient = useQueryClient()
  const [issued, setIssued] = useState<IssuedApiKey | null>(null)
  if (issued === null) return <GraceDialog apiKey={apiKey} onClose={onClose} onRotated={setIssued} />
  // The lists are read again only now: nothing may take the secret from the screen.
  const leave = async () => {
    await queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey, refetchType: 'all' })
    onClose()
    onRotated?.(issued)
  }
  return (
    <SecretDialog
      title={t('The new secret of “{label}”', { label: keyLabel(apiKey) })}
      what={t('API key')}
      secret={issued.secret}
      onDone={() => void leave()}
    >
      <p className="text-sm text-muted">
        {t(
          'It has the same scopes, IP list and limit as the old key. Replace the old secret before the grace period ends.',
        )}
      </p>
    </SecretDialog>
  )
}

type GraceDialogProps = { apiKey: ApiKey; onClose: () => void; onRotated: (issued: IssuedApiKey) => void }

function GraceDialog({ apiKey, onClose, onRotated }: GraceDialogProps) {
  const exposed = isExposed(apiKey, useNow())
  const [graceSeconds, setGraceSeconds] = useState(exposed ? HOUR : 24 * HOUR)
  const keyOf = useRequestKey()
  const rotate = useMutation({
    mutationFn: () => rotateApiKey(apiKey.id, graceSeconds, keyOf(graceSeconds)),
    onSuccess: onRotated,
    gcTime: 0,
  })
  return (
    <Dialog
      title={t('Rotate “{label}”', { label: keyLabel(apiKey) })}
      purpose={t('A new secret with the same rights. Both work until the grace period ends.')}
      onClose={onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!rotate.isPending) rotate.mutate()
        }}
      >
        <SelectField
          label={t('Grace period')}
          hint={t('How long the old secret keeps working. The key’s own expiry may come first.')}
          value={String(graceSeconds)}
          onChange={(event) => setGraceSeconds(Number(event.target.value))}
          autoFocus
        >
          {graces().map(({ seconds, label }) => (
            <option key={seconds} value={seconds}>
              {label}
            </option>
          ))}
        </SelectField>
        {exposed && graceSeconds > HOUR && (
          <Notice tone="warning">{t('Anyone who has the exposed secret can use it until then.')}</Notice>
        )}
        <ProblemPanel error={rotate.error} />
        <DialogActions action={t('Rotate key')} pending={rotate.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
