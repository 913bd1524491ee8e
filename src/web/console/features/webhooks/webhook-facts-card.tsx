import type { ReactNode } from 'react'
import { harmlessText } from '#protocol/display/text.ts'
import type { Webhook } from '#protocol/org/webhooks.ts'
import { Chip, StateBadge } from '#web/console/components/badge.tsx'
import { Card, Fact, Facts } from '#web/console/components/card.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { t } from '#web/ui/text.ts'
import { typesText, webhookLook } from './webhook-words.ts'

const URL_SHOWN_MAX = 2_048
const DESCRIPTION_SHOWN_MAX = 255

/** An endpoint's settings. */
export function WebhookFactsCard({ webhook, actions }: { webhook: Webhook; actions: ReactNode }) {
  const { previousSecretUntilDatetime: until } = webhook
  return (
    <Card title={t('Endpoint')} actions={actions}>
      <Facts>
        <Fact name={t('Status')}>
          <StateBadge {...webhookLook(webhook)} />
        </Fact>
        <Fact name={t('URL')}>
          <span className="font-mono text-sm">{harmlessText(webhook.url, URL_SHOWN_MAX).text}</span>
          <CopyButton text={webhook.url} what={t('URL')} />
        </Fact>
        {webhook.description !== '' && (
          <Fact name={t('Description')}>{harmlessText(webhook.description, DESCRIPTION_SHOWN_MAX).text}</Fact>
        )}
        <Fact name={t('Events')}>
          {webhook.types === null ? (
            typesText(webhook)
          ) : (
            <span className="flex flex-wrap gap-1">
              {webhook.types.map((type) => (
                <Chip key={type}>{type}</Chip>
              ))}
            </span>
          )}
        </Fact>
        <Fact name={t('Signing secret')}>
          {until === null
            ? t('1 active secret')
            : t('2 active secrets: the previous one ends on {time}.', { time: formatAbsolute(until) })}
        </Fact>
        <Fact name={t('Created')}>
          <Rich
            text="{created}, changed {changed}"
            parts={{
              created: <TimeAgo datetime={webhook.createdAtDatetime} />,
              changed: <TimeAgo datetime={webhook.updatedAtDatetime} />,
            }}
          />
        </Fact>
      </Facts>
    </Card>
  )
}
