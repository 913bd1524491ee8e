import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '#shared/org/api-keys.ts'
import { ConfirmDialog } from '#console/components/confirm-dialog.tsx'
import { Notice } from '#console/components/notice.tsx'
import { Rich } from '#console/components/rich.tsx'
import { TimeAgo } from '#console/components/time-ago.tsx'
import { t } from '#console/lib/text.ts'
import { useNow } from '#console/lib/use-now.ts'
import { keyLabel } from './key-label.ts'
import { isInUse } from './key-status.ts'
import { apiKeysQuery } from './list-api-keys.query.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export function RevokeApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient()
  const nowMs = useNow()
  const revoke = useMutation({
    mutationFn: () => revokeApiKey(apiKey.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('Revoke this API key?')}
      action={t('Revoke key')}
      name={keyLabel(apiKey)}
      error={revoke.error}
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
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
