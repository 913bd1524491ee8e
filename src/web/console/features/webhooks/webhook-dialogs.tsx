import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreatedWebhook, Webhook } from '#protocol/webhooks.ts'
import { ConfirmDialog, Dialog, AskDialog } from '#web/console/components/dialog.tsx'
import { SecretDialog, RotationNotice } from '#web/console/components/secret-dialog.tsx'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { t } from '#web/ui/text.ts'
import { useRequestKey } from '#web/console/lib/use-schema-form.ts'
import { WebhookForm } from './webhook-form.tsx'
import { deleteWebhook, rotateWebhookSecret, updateWebhook, webhooksQuery } from './webhook-requests.ts'

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  return (
    <Dialog title={t('Edit the endpoint')} onClose={onClose} size="md">
      <WebhookForm
        webhook={webhook}
        action={t('Save')}
        send={(request) => updateWebhook(webhook.id, request)}
        refetch={webhooksQuery().queryKey}
        onDone={onClose}
      />
    </Dialog>
  )
}

type RotateSecretDialogProps = {
  webhook: Webhook
  onRotated: (webhook: CreatedWebhook) => void
  onClose: () => void
}

/** Explains rotation before it is done. */
export function RotateSecretDialog({ webhook, onRotated, onClose }: RotateSecretDialogProps) {
  const keyOf = useRequestKey()
  const rotate = useMutation({
    mutationFn: () => rotateWebhookSecret(webhook.id, keyOf(webhook.id)),
    onSuccess: onRotated,
    gcTime: 0,
  })
  const { previousSecretUntilDatetime: until } = webhook
  return (
    <AskDialog
      title={t('Rotate the signing secret?')}
      purpose={t('You get a new secret. For 24 hours every event is signed with both, so no event is lost.')}
      action={t('Rotate secret')}
      run={rotate}
      onClose={onClose}
    >
      {until !== null && <RotationNotice until={until} />}
    </AskDialog>
  )
}

/** The signing secret of a new endpoint, or of a rotation. */
export function WebhookSecretDialog({ webhook, onDone }: { webhook: CreatedWebhook; onDone: () => void }) {
  const { secret, previousSecretUntilDatetime: until } = webhook
  return (
    <SecretDialog
      title={until === null ? t('The endpoint is ready') : t('The secret is rotated')}
      what={t('signing secret')}
      secret={secret}
      note={t('Copy it into your secret store now. It is stored encrypted and never displayed again.')}
      onDone={onDone}
    >
      <p className="text-sm text-muted">
        {until === null
          ? t('Your receiver uses it to verify that an event is authentic.')
          : t('Until {time} every event is signed with both secrets. Change your receiver before then.', {
              time: formatAbsolute(until),
            })}
      </p>
    </SecretDialog>
  )
}

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
