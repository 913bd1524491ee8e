import { useState, type ReactElement } from 'react'
import type { Delivery } from '#protocol/events.ts'
import { type Webhook, WEBHOOK_ENDPOINTS } from '#protocol/webhooks.ts'
import { StateBadge, deliveryLook } from '#web/console/components/badge.tsx'
import { Icon, TextLink } from '#web/console/components/button.tsx'
import { ChangeButton } from '#web/console/components/notice.tsx'
import { NextTry, TimeAgo } from '#web/console/components/time-ago.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import { problemText } from './webhook-words.ts'

type DeliveryRowProps = {
  webhook: Pick<Webhook, 'id' | 'url' | 'enabled'>
  delivery: Delivery
  /** True on a transaction's page, which must name the endpoint. */
  isOnTransaction?: boolean
}

/** Delivery of one event to one endpoint: its state, with each attempt behind a toggle. */
export function DeliveryRow({ webhook, delivery, isOnTransaction = false }: DeliveryRowProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const params = { webhookId: webhook.id, deliveryId: delivery.id }
  const [last] = delivery.attempts
  const { nextAttemptAtDatetime: next } = delivery
  return (
    <li className="px-4 py-1.5" data-delivery={delivery.id}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <details
          className="group/row min-w-0 flex-1 basis-64"
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary className="flex min-h-8 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-sm">
            <Icon name="next" className="size-3.5 text-faint transition-transform group-open/row:rotate-90" />
            <code className="font-mono text-sm">{delivery.type}</code>
            <StateBadge {...deliveryLook(delivery)} />
            <span className="pl-6 text-sm text-muted max-lg:basis-full">
              <TimeAgo datetime={delivery.createdAtDatetime} /> ·{' '}
              {last === undefined ? t('Not attempted yet.') : <>{problemText(last)}. </>}
              {last !== undefined &&
                t('{count, plural, one {# attempt} other {# attempts}}.', {
                  count: delivery.attempts.length,
                })}{' '}
              {next !== null && last !== undefined && <NextTry datetime={next} />}
            </span>
          </summary>
          {isOpen && <DeliveryDetails {...{ webhook, delivery, isOnTransaction }} />}
        </details>
        {webhook.enabled && (
          <ChangeButton
            access={WEBHOOK_ENDPOINTS.resendDelivery}
            silent
            icon="refresh"
            change={() => orgApi.call(WEBHOOK_ENDPOINTS.resendDelivery, { params })}
            aria-label={t('Resend {event}', { event: delivery.eventId })}
          >
            {t('Resend')}
          </ChangeButton>
        )}
      </div>
      {isOnTransaction && (
        <TextLink
          to={paths.webhook.href(webhook.id, { type: delivery.type })}
          className="mt-1 ml-6 block w-fit py-1 break-all"
        >
          {webhook.url}
        </TextLink>
      )}
    </li>
  )
}
