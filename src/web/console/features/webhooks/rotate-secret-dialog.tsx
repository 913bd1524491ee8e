import { useMutation } from '@tanstack/react-query'
import type { CreatedWebhook, Webhook } from '#protocol/org/webhooks.ts'
import { DialogActions } from '#web/console/components/dialog-actions.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { t } from '#web/ui/text.ts'
import { useRequestKey } from '#web/console/lib/use-request-key.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'

type RotateSecretDialogProps = {
  webhook: Webhook
  onRotated: (webhook: CreatedWebhook) => void
  onClose: () => void
}

/** Says what rotating does before it is done. */
export function RotateSecretDialog({ webhook, onRotated, onClose }: RotateSecretDialogProps) {
  const keyOf = useRequestKey()
  const rotate = useMutation({
    mutationFn: () => rotateWebhookSecret(webhook.id, keyOf(webhook.id)),
    onSuccess: onRotated,
    gcTime: 0,
  })
  const { previousSecretUntilDatetime: until } = webhook
  return (
    <Dialog
      title={t('Rotate the signing secret?')}
      purpose={t('You get a new secret. For 24 hours every event is signed with both, so no event is lost.')}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {until !== null && (
          <Notice tone="warning" title={t('Rotation in progress')}>
            <Rich
              text="The previous secret ends {when}. Rotating again ends it immediately."
              parts={{ when: <TimeAgo datetime={until} /> }}
            />
          </Notice>
        )}
        <ProblemPanel error={rotate.error} />
        <DialogActions
          action={t('Rotate secret')}
          pending={rotate.isPending}
          onConfirm={() => rotate.mutate()}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
