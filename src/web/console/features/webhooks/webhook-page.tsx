import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { harmlessText } from '#protocol/display/text.ts'
import { WEBHOOK_ENDPOINTS, type Webhook } from '#protocol/webhooks.ts'
import { Chip, StateBadge } from '#web/console/components/badge.tsx'
import { Button, ButtonLink, DialogButton, IfMay } from '#web/console/components/button.tsx'
import { EmptyState, SkeletonRows, Card } from '#web/console/components/card.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { AskButton } from '#web/console/components/dialog.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ProblemPanel, ChangeButton, Notice } from '#web/console/components/notice.tsx'
import { Page } from '#web/console/components/page.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { Together } from '#web/console/components/together.tsx'
import { formatShort } from '#web/console/lib/display.ts'
import { FILTERS, readSearch } from '#web/console/lib/filters.ts'
import { useRefetchInterval } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { DeliveriesCard, SendTestButton, useDeliveries, useTestEvent } from './deliveries-card.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { SignatureCard } from './signature-card.tsx'
import { DeleteWebhookButton, EditWebhookDialog, RotateWebhookSecret } from './webhook-form.tsx'
import { webhooksQuery, updateWebhook } from './webhook-requests.ts'
import { withNews, typesText, webhookLook, webhookPurpose } from './webhook-words.ts'

/**
 * Poll interval in milliseconds. No live event reports that an endpoint was disabled because of its
 * responses.
 */
const INTERVAL_MS = 5_000

export function WebhookPage(): ReactElement {
  const { webhookId = '' } = useParams()
  const refetchInterval = useRefetchInterval() === false ? false : INTERVAL_MS
  const webhooks = useQuery({ ...webhooksQuery(), refetchInterval })
  const webhook = webhooks.data?.find(({ id }) => id === webhookId)
  const back = { to: paths.webhooks.href(), label: t('Webhooks') }
  if (webhook !== undefined) return <OneWebhook stored={webhook} />
  return (
    <Page title={t('Endpoint')} back={back}>
      <Loaded query={webhooks} skeleton={<SkeletonRows rows={4} label={t('Loading the endpoint')} />}>
        {() => (
          <EmptyState
            icon="webhook"
            title={t('Endpoint not found')}
            action={<ButtonLink to={paths.webhooks.href()}>{t('All endpoints')}</ButtonLink>}
          >
            {t('It may have been deleted.')}
          </EmptyState>
        )}
      </Loaded>
    </Page>
  )
}

function OneWebhook({ stored }: { stored: Webhook }) {
  const newest = useDeliveries(stored.id, {})
  const webhook = withNews(stored, newest.data?.content ?? [])
  const [search] = useSearchParams()
  const navigate = useNavigate()
  // Dialogs that stay open even if the endpoint changes.
  const [isRotating, setIsRotating] = useState(false)
  const [replay, setReplay] = useState<{ disabledAtDatetime: string | null } | null>(null)
  const test = useTestEvent(webhook.id)
  const host = URL.canParse(webhook.url) ? new URL(webhook.url).host : webhook.url
  return (
    <Page
      title={harmlessText(host, 80).text}
      purpose={webhookPurpose(webhook)}
      back={{ to: paths.webhooks.href(), label: t('Webhooks') }}
      actions={
        webhook.enabled && (
          <IfMay access={WEBHOOK_ENDPOINTS.sendTestEvent}>
            <Button icon="clock" onClick={() => setReplay({ disabledAtDatetime: null })}>
              {t('Replay events')}
            </Button>
            <SendTestButton send={test} />
          </IfMay>
        )
      }
    >
      <ProblemPanel error={test.error} className="mb-6" />
      <WebhookStateNotice webhook={webhook} onEnabled={() => setReplay(webhook)} />
      <Together>
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <DeliveriesCard
            webhook={webhook}
            filter={readSearch(FILTERS.deliveries, search)}
            awaitedEventId={test.data?.eventId}
            onFilter={(params) => void navigate(paths.webhook.href(webhook.id, params))}
          />
          <WebhookFactsCard webhook={webhook} onRotate={() => setIsRotating(true)} />
        </div>
        <SignatureCard url={webhook.url} />
      </Together>
      {isRotating && <RotateWebhookSecret webhook={webhook} onClose={() => setIsRotating(false)} />}
      {replay !== null && (
        <ReplayDialog
          webhook={webhook}
          disabledAtDatetime={replay.disabledAtDatetime}
          onClose={() => setReplay(null)}
        />
      )}
    </Page>
  )
}

type WebhookFactsCardProps = { webhook: Webhook; onRotate: () => void }

function WebhookActions({ webhook, onRotate }: WebhookFactsCardProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <DialogButton dialog={(close) => <EditWebhookDialog webhook={webhook} onClose={close} />}>
        {t('Edit')}
      </DialogButton>
      <Button onClick={onRotate}>{t('Rotate secret')}</Button>
      {webhook.enabled && (
        <AskButton
          change={() => updateWebhook(webhook.id, { enabled: false })}
          list={['webhooks']}
          question={{
            title: t('Disable this endpoint?'),
            purpose: t('Until you enable it again, it receives no events, not even alerts.'),
            action: t('Disable'),
          }}
        >
          {t('Disable')}
        </AskButton>
      )}
      <DeleteWebhookButton webhook={webhook} />
    </div>
  )
}

/** Settings of an endpoint. */
function WebhookFactsCard({ webhook, onRotate }: WebhookFactsCardProps) {
  const { previousSecretUntilDatetime: until } = webhook
  return (
    <Card
      title={t('Endpoint')}
      actions={
        <IfMay access={WEBHOOK_ENDPOINTS.updateWebhook}>
          <WebhookActions webhook={webhook} onRotate={onRotate} />
        </IfMay>
      }
    >
      <Facts
        facts={{
          [t('Status')]: <StateBadge {...webhookLook(webhook)} />,
          [t('URL')]: (
            <>
              <span className="font-mono text-sm">{harmlessText(webhook.url, 2_048).text}</span>
              <CopyButton text={webhook.url} what={t('URL')} />
            </>
          ),
          [t('Description')]: webhook.description !== '' && harmlessText(webhook.description, 255).text,
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
              : t('2 active secrets: the previous one ends on {time}.', { time: formatShort(until) }),
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

/**
 * Reason why an endpoint gets no events, or soon will not, and what to do. Renders nothing for a healthy endpoint.
 */
function WebhookStateNotice({ webhook, onEnabled }: WebhookStateNoticeProps) {
  const { failingSinceDatetime: since, disabledReason, disabledAtDatetime } = webhook
  if (webhook.enabled)
    return (
      since !== null && (
        <Notice className="mb-4" tone="warning" title={t('No events arrive at this endpoint')}>
          <p>
            {t(
              'All deliveries have failed since {time}. After five days of failures the endpoint is disabled. See the log below.',
              { time: formatShort(since) },
            )}
          </p>
        </Notice>
      )
    )
  const words = disabledWords()[disabledReason ?? 'manual']
  return (
    <Notice
      className="mb-4"
      tone={disabledReason === 'manual' ? 'info' : 'danger'}
      title={words.title}
      actions={
        <ChangeButton
          access={WEBHOOK_ENDPOINTS.updateWebhook}
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
    title: t('Disabled: the receiver responded with 410 Gone'),
    sentence: t('With 410 a receiver asks never to be called again. Check the URL, or delete the endpoint.'),
  },
  failing: {
    title: t('Disabled after five days of failures'),
    sentence: t('Fix the receiver first: see the log below.'),
  },
  manual: { title: t('This endpoint is disabled'), sentence: t('No events are sent to it.') },
})
