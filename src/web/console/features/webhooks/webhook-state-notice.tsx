import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Webhook } from '#protocol/org/webhooks.ts'
import { Button } from '#web/console/components/button.tsx'
import { IfMay } from '#web/console/components/if-may.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { t } from '#web/ui/text.ts'
import { webhooksQuery, updateWebhook } from './webhook-requests.ts'

type WebhookStateNoticeProps = { webhook: Webhook; onEnabled: () => void }

/** Why an endpoint gets no events, or soon will get none, and what to do. Nothing for a healthy one. */
export function WebhookStateNotice({ webhook, onEnabled }: WebhookStateNoticeProps) {
  if (!webhook.enabled) return <DisabledNotice webhook={webhook} onEnabled={onEnabled} />
  if (webhook.failingSinceDatetime === null) return null
  return (
    <Notice tone="warning" title={t('No events arrive at this endpoint')}>
      <p>
        <Rich
          text="Every attempt fails since {when}. After five days the endpoint is disabled. See the log below."
          parts={{ when: <TimeAgo datetime={webhook.failingSinceDatetime} /> }}
        />
      </p>
    </Notice>
  )
}

function DisabledNotice({ webhook, onEnabled }: WebhookStateNoticeProps) {
  const queryClient = useQueryClient()
  const enable = useMutation({
    mutationFn: () => updateWebhook(webhook.id, { enabled: true }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: webhooksQuery().queryKey })
      onEnabled()
    },
  })
  const { disabledReason, disabledAtDatetime } = webhook
  return (
    <div className="flex flex-col gap-3">
      <Notice
        tone={disabledReason === 'manual' ? 'info' : 'danger'}
        title={disabledTitle(disabledReason)}
        actions={
          <IfMay route="PUT /api/org/webhooks/:webhookId">
            <Button tone="primary" pending={enable.isPending} onClick={() => enable.mutate()}>
              {t('Enable')}
            </Button>
          </IfMay>
        }
      >
        <p>{disabledSentence(disabledReason)}</p>
        {disabledAtDatetime !== null && (
          <p className="text-muted">
            <Rich
              text="Disabled {when}. Events since then are kept for 30 days: enable it, then replay."
              parts={{ when: <TimeAgo datetime={disabledAtDatetime} /> }}
            />
          </p>
        )}
      </Notice>
      <ProblemPanel error={enable.error} />
    </div>
  )
}

function disabledTitle(reason: Webhook['disabledReason']): string {
  if (reason === 'gone') return t('Disabled: the receiver answered 410 Gone')
  if (reason === 'failing') return t('Disabled after five days of failures')
  return t('This endpoint is disabled')
}

function disabledSentence(reason: Webhook['disabledReason']): string {
  if (reason === 'gone') {
    return t('With 410 a receiver asks never to be called again. Check the URL, or delete the endpoint.')
  }
  if (reason === 'failing') return t('Fix the receiver first: see the log below.')
  return t('No events are sent to it.')
}
