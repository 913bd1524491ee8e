import { useQueryClient } from '@tanstack/react-query'
import type { Webhook } from '#protocol/org/webhooks.ts'
import { Dialog } from '#web/console/components/dialog.tsx'
import { t } from '#web/ui/text.ts'
import { webhooksQuery } from './list-webhooks.query.ts'
import { updateWebhook } from './update-webhook.ts'
import { WebhookForm } from './webhook-form.tsx'

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const queryClient = useQueryClient()
  return (
    <Dialog title={t('Edit the endpoint')} onClose={onClose} size="md">
      <WebhookForm
        webhook={webhook}
        action={t('Save')}
        send={(request) => updateWebhook(webhook.id, request)}
        onDone={async () => {
          await queryClient.invalidateQueries({ queryKey: webhooksQuery().queryKey })
          onClose()
        }}
      />
    </Dialog>
  )
}
