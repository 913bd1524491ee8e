import type { ReactNode } from 'react'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Page, Tabs } from '#web/console/components/page.tsx'
import { EventCatalogue, ReceiverGuide } from '#web/console/features/webhooks/event-catalogue.tsx'
import { WebhooksTable } from '#web/console/features/webhooks/webhooks-table.tsx'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { webhooksQuery } from '#web/console/features/webhooks/webhook-requests.ts'

export function WebhooksPage() {
  const webhooks = useLiveQuery(webhooksQuery())
  return (
    <WebhooksLayout canCreate={!isLacking(webhooks.error)}>
      <Card flush>
        <Loaded
          query={webhooks}
          skeleton={<SkeletonRows rows={3} label={t('Loading the endpoints')} />}
          empty={<NoWebhooks />}
        >
          {(list) => <WebhooksTable webhooks={list} />}
        </Loaded>
      </Card>
    </WebhooksLayout>
  )
}

function NoWebhooks() {
  return (
    <EmptyState
      icon="webhook"
      title={t('No endpoints yet')}
      action={
        <ButtonLink
          route="POST /api/org/webhooks"
          silent
          tone="primary"
          icon="plus"
          to={paths.newWebhook.href()}
        >
          {t('Add the first endpoint')}
        </ButtonLink>
      }
    >
      {t(
        'Your backend is notified of approvals, confirmations and new wallets within moments, without polling.',
      )}
    </EmptyState>
  )
}

/** The layout of the pages about webhooks. */
export function WebhooksLayout({ canCreate = true, children }: { canCreate?: boolean; children: ReactNode }) {
  return (
    <Page
      title={t('Webhooks')}
      purpose={t('Signed events for your backend, delivered at least once.')}
      actions={
        canCreate && (
          <ButtonLink route="POST /api/org/webhooks" tone="primary" icon="plus" to={paths.newWebhook.href()}>
            {t('New endpoint')}
          </ButtonLink>
        )
      }
    >
      <Tabs
        label={t('Webhooks')}
        tabs={[
          { to: paths.webhooks.href(), label: t('Endpoints') },
          { to: paths.webhookEvents.href(), label: t('Event catalogue') },
        ]}
      />
      {children}
    </Page>
  )
}

export function WebhookEventsPage() {
  return (
    <WebhooksLayout>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <EventCatalogue />
        <ReceiverGuide />
      </div>
    </WebhooksLayout>
  )
}
