import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '#shared/org/api-keys.ts'
import { ConfirmDialog } from '#console/components/confirm-dialog.tsx'
import { Notice } from '#console/components/notice.tsx'
import { TimeAgo } from '#console/components/time-ago.tsx'
import { useNow } from '#console/lib/use-now.ts'
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
      title="Revoke this API key?"
      action="Revoke key"
      name={apiKey.label}
      error={revoke.error}
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>
        Requests with <code className="font-mono text-sm text-ink">{apiKey.start}…</code> are refused from
        this moment on. This cannot be undone.
      </p>
      {apiKey.lastUsedAtDatetime !== null && isInUse(apiKey, nowMs) && (
        <Notice tone="warning" title="This key is in use">
          Its last request came <TimeAgo datetime={apiKey.lastUsedAtDatetime} />. Give what uses it another
          key first.
        </Notice>
      )}
    </ConfirmDialog>
  )
}
