import { useState, type ReactElement } from 'react'
import type { Delivery } from '#protocol/events.ts'
import { WEBHOOK_ENDPOINTS } from '#protocol/webhooks.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import { deliveryLook } from '#web/console/components/badge.tsx'
import { StateBadge } from '#web/console/components/badge.tsx'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { SelectField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { NextTry } from '#web/console/components/time-ago.tsx'
import { durationText } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { SendTestButton, useTestEvent, useDeliveries } from './deliveries-card.tsx'
import { problemText, adviceFor } from './webhook-words.ts'

/** Sends a test event to an endpoint and follows its delivery until it is delivered or has failed. */
export function WebhookRoundTrip({ webhooks }: { webhooks: readonly Webhook[] }): ReactElement {
  const [chosen, setChosen] = useState('')
  const webhook = webhooks.find(({ id }) => id === chosen) ?? webhooks[0]
  return (
    <Card
      title={t('Webhook round trip')}
      note={t('Sends a test event to an endpoint and follows it until it is delivered or has failed.')}
    >
      {webhook === undefined ? (
        <div className="flex flex-col items-start gap-4">
          <p className="text-muted">{t('No webhook endpoints yet.')}</p>
          <ButtonLink access={WEBHOOK_ENDPOINTS.createWebhook} silent to={paths.newWebhook.href()}>
            {t('Add endpoint')}
          </ButtonLink>
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <SelectField
            label={t('Endpoint')}
            value={webhook.id}
            onChange={({ target }) => setChosen(target.value)}
            options={webhooks.map(({ id, url }) => ({ value: id, label: url }))}
          />
          <RoundTrip key={webhook.id} webhook={webhook} />
        </div>
      )}
    </Card>
  )
}

function RoundTrip({ webhook }: { webhook: Webhook }) {
  const send = useTestEvent(webhook.id)
  const eventId = send.data?.eventId
  const deliveries = useDeliveries(webhook.id, {}, eventId)
  const delivery = deliveries.data?.content.find((one) => one.eventId === eventId)
  if (!webhook.enabled) {
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">
          {t('This endpoint is disabled: nothing is sent to it. Enable it first.')}
        </p>
        <ButtonLink to={paths.webhook.href(webhook.id)}>{t('Open the endpoint')}</ButtonLink>
      </div>
    )
  }
  return (
    <>
      <div>
        <SendTestButton send={send} />
      </div>
      <ProblemPanel error={send.error} />
      <div aria-live="polite">
        {delivery !== undefined && <Followed delivery={delivery} />}
        {eventId !== undefined && delivery === undefined && (
          <p className="text-sm text-muted">{t('Test event sent.')}</p>
        )}
      </div>
    </>
  )
}

function Followed({ delivery }: { delivery: Delivery }) {
  const [last] = delivery.attempts
  const advice = last === undefined ? null : adviceFor(last)
  const { nextAttemptAtDatetime: next } = delivery
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-sunken p-3">
      <div className="flex flex-wrap items-center gap-3">
        <StateBadge {...deliveryLook(delivery)} />
        <span className="min-w-0 text-sm">
          {last === undefined
            ? t('Not attempted yet.')
            : t('{what}, after {duration}.', {
                what: problemText(last),
                duration: durationText(last.durationMs),
              })}
        </span>
      </div>
      {advice !== null && <p className="text-sm">{advice}</p>}
      {delivery.status === 'pending' && last !== undefined && (
        <p className="text-sm text-muted">
          {t('{count, plural, one {# attempt} other {# attempts}}.', { count: delivery.attempts.length })}{' '}
          {next !== null && <NextTry datetime={next} />}
        </p>
      )}
      {delivery.status === 'failed' && (
        <p className="text-sm text-muted">
          {t('It is not retried automatically. Resend it once the problem is fixed.')}
        </p>
      )}
    </div>
  )
}
