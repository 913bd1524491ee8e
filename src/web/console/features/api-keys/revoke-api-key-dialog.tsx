import type { ApiKey } from '#protocol/api-keys.ts'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { keyLabel, isInUse } from './describe-key.ts'
import { apiKeysQuery, revokeApiKey } from './api-key-requests.ts'

export function RevokeApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const nowMs = useNow()
  return (
    <ConfirmDialog
      title={t('Revoke this API key?')}
      action={t('Revoke key')}
      name={keyLabel(apiKey)}
      run={() => revokeApiKey(apiKey.id)}
      list={apiKeysQuery().queryKey}
      onClose={onClose}
    >
      <p>
        <Rich
          text="Requests with {key} are refused immediately. This cannot be undone."
          parts={{ key: <code className="font-mono text-sm text-ink">{apiKey.start}…</code> }}
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
    </ConfirmDialog>
  )
}
