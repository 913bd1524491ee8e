import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { harmlessText } from '#protocol/display/text.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import { Button, ButtonLink, DialogButton, IfMay } from '#web/console/components/button.tsx'
import { EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { ProblemPanel, ChangeButton } from '#web/console/components/notice.tsx'
import {
  DeleteWebhookButton,
  EditWebhookDialog,
  RotateWebhookSecret,
} from '#web/console/features/webhooks/webhook-form.tsx'
import {
  DeliveriesCard,
  SendTestButton,
  useDeliveries,
  useTestEvent,
} from '#web/console/features/webhooks/deliveries-card.tsx'
import { withNews } from '#web/console/features/webhooks/webhook-words.ts'
import { webhooksQuery, updateWebhook } from '#web/console/features/webhooks/webhook-requests.ts'
import { ReplayDialog } from '#web/console/features/webhooks/replay-dialog.tsx'
import { WebhookFactsCard, WebhookStateNotice } from '#web/console/features/webhooks/webhook-facts-card.tsx'
import { SignatureCard } from '#web/console/features/webhooks/signature-card.tsx'
import { FILTERS, readSearch } from '#web/console/lib/filters.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { useRefetchInterval } from '#web/console/lib/live-events.ts'

const TITLE_MAX = 80
/** No live event reports that an endpoint was disabled because of its own answers. */
const INTERVAL_MS = 5_000

export function WebhookPage() {
  const { webhookId = '' } = useParams()
  const refetchInterval = useRefetchInterval() === false ? false : INTERVAL_MS
  const webhooks = useQuery({ ...webhooksQuery(), refetchInterval })
  const webhook = webhooks.data?.find(({ id }) => id === webhookId)
  const back = { to: paths.webhooks.href(), label: t('Webhooks') }
  if (webhook !== undefined) return <OneWebhook stored={webhook} />
  return (
    <Page title={t('Endpoint')} purpose={t('Webhook endpoints and their deliveries.')} back={back}>
      <Loaded query={webhooks} skeleton={<SkeletonRows rows={4} label={t('Loading the endpoint')} />}>
        {() => (
          <EmptyState
            icon="webhook"
            title={t('No such endpoint')}
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
  // Dialogs that stay although the endpoint changes meanwhile.
  const [isRotating, setIsRotating] = useState(false)
  const [replay, setReplay] = useState<{ disabledAtDatetime: string | null } | null>(null)
  const test = useTestEvent(webhook.id)
  const host = URL.canParse(webhook.url) ? new URL(webhook.url).host : webhook.url
  return (
    <Page
      title={harmlessText(host, TITLE_MAX).text}
      purpose={t('Webhook endpoints and their deliveries.')}
      back={{ to: paths.webhooks.href(), label: t('Webhooks') }}
      actions={
        webhook.enabled && (
          <IfMay route="POST /api/org/webhooks/:webhookId/test">
            <Button icon="clock" onClick={() => setReplay({ disabledAtDatetime: null })}>
              {t('Replay events')}
            </Button>
            <SendTestButton send={test} />
          </IfMay>
        )
      }
    >
      <div className="flex flex-col gap-6">
        <ProblemPanel error={test.error} />
        <WebhookStateNotice webhook={webhook} onEnabled={() => setReplay(webhook)} />
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <WebhookFactsCard
            webhook={webhook}
            actions={
              <IfMay route="PUT /api/org/webhooks/:webhookId">
                <WebhookActions webhook={webhook} onRotate={() => setIsRotating(true)} />
              </IfMay>
            }
          />
          <DeliveriesCard
            webhook={webhook}
            filter={readSearch(FILTERS.deliveries, search)}
            awaitedEventId={test.data?.eventId}
            onFilter={(params) => void navigate(paths.webhook.href(webhook.id, params))}
          />
        </div>
        <SignatureCard url={webhook.url} />
      </div>
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

type WebhookActionsProps = { webhook: Webhook; onRotate: () => void }

function WebhookActions({ webhook, onRotate }: WebhookActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <DialogButton dialog={(close) => <EditWebhookDialog webhook={webhook} onClose={close} />}>
        {t('Edit')}
      </DialogButton>
      <Button onClick={onRotate}>{t('Rotate secret')}</Button>
      {webhook.enabled && (
        <ChangeButton change={() => updateWebhook(webhook.id, { enabled: false })} list={['webhooks']}>
          {t('Disable')}
        </ChangeButton>
      )}
      <DeleteWebhookButton webhook={webhook} />
    </div>
  )
}
