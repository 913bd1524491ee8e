import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey, IssuedApiKey } from '#protocol/org/api-keys.ts'
import { GraceDialog } from '#web/console/components/grace-dialog.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { t } from '#web/ui/text.ts'
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

/** Replaces a key: first the old secret's grace period, then the new secret, shown once. */
export function RotateApiKey({ apiKey, onClose, onRotated }: RotateApiKeyProps) {
  const queryClient = useQueryClient()
  const [issued, setIssued] = useState<IssuedApiKey | null>(null)
  const exposed = isExposed(apiKey, useNow())
  if (issued === null) {
    return (
      <GraceDialog
        title={t('Rotate “{label}”', { label: keyLabel(apiKey) })}
        purpose={t('A new secret with the same rights. Both work until the grace period ends.')}
        hint={t('How long the old secret keeps working. The key’s own expiry may come first.')}
        action={t('Rotate key')}
        graces={graces()}
        initialSeconds={exposed ? HOUR : 24 * HOUR}
        warnings={(graceSeconds) =>
          exposed &&
          graceSeconds > HOUR && (
            <Notice tone="warning">{t('Anyone who has the exposed secret can use it until then.')}</Notice>
          )
        }
        send={(graceSeconds, key) => rotateApiKey(apiKey.id, graceSeconds, key)}
        onRotated={setIssued}
        onClose={onClose}
      />
    )
  }
  // The lists are refetched only now: nothing may remove the secret from the screen.
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
