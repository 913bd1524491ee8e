import type { ComponentProps, ReactElement } from 'react'
import { API_KEY_ENDPOINTS, type ApiKey } from '#protocol/api-keys.ts'
import { ConfirmButton } from '#web/console/components/dialog.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { apiKeysQuery } from './api-key-requests.ts'
import { keyLabel, isInUse, KeyStart } from './key-marks.tsx'

type RevokeButtonProps = { apiKey: ApiKey } & Pick<ComponentProps<typeof ConfirmButton>, 'of' | 'button'>

export function RevokeButton({ apiKey, ...button }: RevokeButtonProps): ReactElement {
  const nowMs = useNow()
  return (
    <ConfirmButton
      {...button}
      label={t('Revoke')}
      title={t('Revoke this API key?')}
      action={t('Revoke key')}
      name={keyLabel(apiKey)}
      run={() => orgApi.call(API_KEY_ENDPOINTS.revokeApiKey, { params: { keyId: apiKey.id } })}
      list={apiKeysQuery().queryKey}
    >
      <p>
        <Rich
          text="Requests with {key} are refused immediately. This cannot be undone."
          parts={{ key: <KeyStart apiKey={apiKey} /> }}
        />
      </p>
      {apiKey.lastUsedAtDatetime !== null && isInUse(apiKey, nowMs) && (
        <Notice tone="warning" title={t('This key is in use')}>
          <Rich
            text="Last request {when}. Switch its callers to another key first."
            parts={{ when: <TimeAgo datetime={apiKey.lastUsedAtDatetime} /> }}
          />
        </Notice>
      )}
    </ConfirmButton>
  )
}
