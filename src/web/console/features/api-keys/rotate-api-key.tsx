import type { ReactElement } from 'react'
import { API_KEY_ENDPOINTS, type ApiKey, type IssuedApiKey } from '#protocol/api-keys.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { RotateSecret } from '#web/console/components/rotate-secret.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'
import { apiKeysQuery } from './api-key-requests.ts'
import { keyLabel, isExposed } from './key-marks.tsx'
import { FirstRequest } from './quickstart.tsx'

const HOUR = 3_600

type RotateApiKeyProps = { apiKey: ApiKey; onClose: () => void; onRotated?: (issued: IssuedApiKey) => void }

export function RotateApiKey({ apiKey, onClose, onRotated }: RotateApiKeyProps): ReactElement {
  const label = keyLabel(apiKey)
  const exposed = isExposed(apiKey, useNow())
  return (
    <RotateSecret
      title={t('Rotate “{label}”', { label })}
      purpose={t('A new secret with the same rights. Both work until the grace period ends.')}
      action={t('Rotate key')}
      grace={{
        hint: t('How long the old secret keeps working. The key’s own expiry may come first.'),
        longestSeconds: 30 * 24 * HOUR,
        initialSeconds: exposed ? HOUR : 24 * HOUR,
      }}
      warnings={(graceSeconds) =>
        exposed &&
        graceSeconds > HOUR && (
          <Notice tone="warning">{t('Anyone who has the exposed secret can use it until then.')}</Notice>
        )
      }
      send={(graceSeconds, idempotencyKey) =>
        orgApi.call(API_KEY_ENDPOINTS.rotateApiKey, {
          params: { keyId: apiKey.id },
          body: { graceSeconds },
          idempotencyKey,
        })
      }
      secret={(issued, onDone) => (
        <SecretDialog
          title={t('The new secret of “{label}”', { label })}
          what={t('API key')}
          secret={issued.secret}
          onDone={onDone}
        >
          <FirstRequest issued={issued}>
            {t(
              'It has the same scopes, IP list and limit as the old key. Replace the old secret before the grace period ends.',
            )}
          </FirstRequest>
        </SecretDialog>
      )}
      list={apiKeysQuery().queryKey}
      onRotated={onRotated}
      onClose={onClose}
    />
  )
}
