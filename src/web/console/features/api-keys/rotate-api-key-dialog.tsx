import type { ApiKey, IssuedApiKey } from '#protocol/api-keys.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { RotateSecret } from '#web/console/components/rotate-secret.tsx'
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

export function RotateApiKey({ apiKey, onClose, onRotated }: RotateApiKeyProps) {
  const label = keyLabel(apiKey)
  const exposed = isExposed(apiKey, useNow())
  return (
    <RotateSecret
      title={t('Rotate “{label}”', { label })}
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
      secretTitle={t('The new secret of “{label}”', { label })}
      what={t('API key')}
      note={() =>
        t(
          'It has the same scopes, IP list and limit as the old key. Replace the old secret before the grace period ends.',
        )
      }
      list={apiKeysQuery().queryKey}
      onRotated={onRotated}
      onClose={onClose}
    />
  )
}
