import { useQueryClient } from '@tanstack/react-query'
import type { Webhook } from '#protocol/org/webhooks.ts'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { t } from '#web/ui/text.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { webhooksQuery } from './list-webhooks.query.ts'

type DeleteWebhookDialogProps = { webhook: Webhook; onDeleted: () => void; onClose: () => void }

export function DeleteWebhookDialog({ webhook, onDeleted, onClose }: DeleteWebhookDialogProps) {
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title={t('Delete this endpoint?')}
      action={t('Delete endpoint')}
      name={URL.canParse(webhook.url) ? new URL(webhook.url).host : webhook.url}
      run={() => deleteWebhook(webhook.id)}
      onDone={() => {
        onDeleted()
        return queryClient.invalidateQueries({ queryKey: webhooksQuery().queryKey })
      }}
      onClose={onClose}
    >
      <p className="[overflow-wrap:anywhere]">
        {t('{url} receives no more events, and its delivery log is deleted. This cannot be undone.', {
          url: webhook.url,
        })}
      </p>
      {webhook.enabled && <p>{t('To stop for a while, disable it instead.')}</p>}
    </ConfirmDialog>
  )
}
