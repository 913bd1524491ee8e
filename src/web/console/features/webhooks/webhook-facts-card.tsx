import type { ReactNode } from 'react'
import { harmlessText } from '#protocol/display/text.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import { Chip, StateBadge } from '#web/console/components/badge.tsx'
import { Card, Facts } from '#web/console/components/card.tsx'
import { CopyButton, Rich, TimeAgo } from '#web/console/components/values.tsx'
import { formatAbsolute } from '#web/console/lib/format.ts'
import { t } from '#web/ui/text.ts'
import { typesText, webhookLook } from './webhook-words.ts'
import { Notice, ChangeButton } from '#web/console/components/notice.tsx'
import { webhooksQuery, updateWebhook } from './webhook-requests.ts'

const URL_SHOWN_MAX = 2_048
const DESCRIPTION_SHOWN_MAX = 255

/** An endpoint's settings. */
export function WebhookFactsCard({ webhook, actions }: { webhook: Webhook; actions: ReactNode }) {
  const { previousSecretUntilDatetime: until } = webhook
  return (
    <Card title={t('Endpoint')} actions={actions}>
      <Facts
        facts={{
          [t('Status')]: <StateBadge {...webhookLook(webhook)} />,
          [t('URL')]: (
            <>
              <span className="font-mono text-sm">{harmlessText(webhook.url, URL_SHOWN_MAX).text}</span>
              <CopyButton text={webhook.url} what={t('URL')} />
            </>
          ),
          [t('Description')]:
            webhook.description !== '' && harmlessText(webhook.description, DESCRIPTION_SHOWN_MAX).text,
          [t('Events')]:
            webhook.types === null ? (
              typesText(webhook)
            ) : (
              <span className="flex flex-wrap gap-1">
                {webhook.types.map((type) => (
                  <Chip key={type}>{type}</Chip>
                ))}
              </span>
            ),
          [t('Signing secret')]:
            until === null
              ? t('1 active secret')
              : t('2 active secrets: the previous one ends on {time}.', { time: formatAbsolute(until) }),
          [t('Created')]: (
            <Rich
              text="{created}, changed {changed}"
              parts={{
                created: <TimeAgo datetime={webhook.createdAtDatetime} />,
                changed: <TimeAgo datetime={webhook.updatedAtDatetime} />,
              }}
            />
          ),
        }}
      />
    </Card>
  )
}

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
  const { disabledReason, disabledAtDatetime } = webhook
  const words = disabledWords()[disabledReason ?? 'manual']
  return (
    <Notice
      tone={disabledReason === 'manual' ? 'info' : 'danger'}
      title={words.title}
      actions={
        <ChangeButton
          route="PUT /api/org/webhooks/:webhookId"
          tone="primary"
          change={() => updateWebhook(webhook.id, { enabled: true }).then(onEnabled)}
          list={webhooksQuery().queryKey}
        >
          {t('Enable')}
        </ChangeButton>
      }
    >
      <p>{words.sentence}</p>
      {disabledAtDatetime !== null && (
        <p className="text-muted">
          <Rich
            text="Disabled {when}. Events since then are kept for 30 days: enable it, then replay."
            parts={{ when: <TimeAgo datetime={disabledAtDatetime} /> }}
          />
        </p>
      )}
    </Notice>
  )
}

type Reason = NonNullable<Webhook['disabledReason']>

const disabledWords = (): Record<Reason, { title: string; sentence: string }> => ({
  gone: {
    title: t('Disabled: the receiver answered 410 Gone'),
    sentence: t('With 410 a receiver asks never to be called again. Check the URL, or delete the endpoint.'),
  },
  failing: {
    title: t('Disabled after five days of failures'),
    sentence: t('Fix the receiver first: see the log below.'),
  },
  manual: { title: t('This endpoint is disabled'), sentence: t('No events are sent to it.') },
})
