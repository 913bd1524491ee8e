import type { ReactNode, ReactElement } from 'react'
import { harmlessText } from '#protocol/display/text.ts'
import { eventSample, SAMPLED_TYPES } from '#protocol/events.ts'
import { WEBHOOK_ENDPOINTS } from '#protocol/webhooks.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { ButtonLink, RowLink, Icon } from '#web/console/components/button.tsx'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page } from '#web/console/components/page.tsx'
import { createdColumn, DataTable } from '#web/console/components/table.tsx'
import { Tabs } from '#web/console/components/tabs.tsx'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { SignatureCard } from './signature-card.tsx'
import { webhooksQuery } from './webhook-requests.ts'
import { webhookLook } from './webhook-words.ts'
import { typesText, eventNotes } from './webhook-words.ts'

export function WebhooksPage(): ReactElement {
  const webhooks = useLiveQuery(webhooksQuery())
  return (
    <WebhooksLayout canCreate={!isLacking(webhooks.error)}>
      <Card flush>
        <Loaded
          query={webhooks}
          skeleton={<SkeletonRows rows={3} label={t('Loading the endpoints')} />}
          empty={
            <EmptyState
              icon="webhook"
              title={t('No endpoints yet')}
              action={
                <ButtonLink
                  access={WEBHOOK_ENDPOINTS.createWebhook}
                  silent
                  tone="add"
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
          }
        >
          {(list) => <WebhooksTable webhooks={list} />}
        </Loaded>
      </Card>
    </WebhooksLayout>
  )
}

/** Layout of the pages about webhooks. */
function WebhooksLayout({ canCreate = true, children }: { canCreate?: boolean; children: ReactNode }) {
  return (
    <Page
      title={t('Webhooks')}
      purpose={t('Signed events for your backend, delivered at least once.')}
      actions={
        canCreate && (
          <ButtonLink access={WEBHOOK_ENDPOINTS.createWebhook} tone="add" to={paths.newWebhook.href()}>
            {t('New endpoint')}
          </ButtonLink>
        )
      }
    >
      <Tabs
        label={t('Webhooks')}
        tabs={[
          { to: paths.webhooks.href(), label: t('Endpoints') },
          { to: paths.webhookEvents.href(), label: t('Event catalog') },
        ]}
      />
      {children}
    </Page>
  )
}

export function WebhookEventsPage(): ReactElement {
  return (
    <WebhooksLayout>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {/* Every event type, its trigger and its body, from the service's own schemas. */}
        <Card
          title={t('Events')}
          note={t(
            'The body is the same in every attempt. New types and fields may be added: ignore what you do not know.',
          )}
          flush
        >
          <ul className="divide-y divide-line">
            {SAMPLED_TYPES.map((type) => (
              <li key={type} className="px-4 py-3">
                <details className="group">
                  <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 rounded-sm">
                    <Icon
                      name="next"
                      className="size-3.5 text-faint transition-transform group-open:rotate-90"
                    />
                    <code className="font-mono text-sm font-medium">{type}</code>
                    <span className="text-sm text-muted max-sm:basis-full max-sm:pl-6">
                      {eventNotes()[type]}
                    </span>
                  </summary>
                  <div className="mt-3 pl-6">
                    <CodeBlock
                      title={t('Sample payload')}
                      what={t('sample of {type}', { type })}
                      code={JSON.stringify(eventSample(type), null, 2)}
                    />
                  </div>
                </details>
              </li>
            ))}
          </ul>
        </Card>
        {/* How a receiver verifies its requests, and how to test it locally. */}
        <div className="flex min-w-0 flex-col gap-6">
          <SignatureCard />
          <Card
            title={t('Try it on your own machine')}
            note={t(
              'Forwards live events to a local port, signed with a secret for that run. No endpoint is needed.',
            )}
          >
            <CodeBlock title={t('Terminal')} what={t('command')} code={LISTEN} />
          </Card>
        </div>
      </div>
    </WebhooksLayout>
  )
}

function WebhooksTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const status = (webhook: Webhook) => <StateBadge {...webhookLook(webhook)} />
  return (
    <DataTable
      name="webhooks"
      label={t('Webhook endpoints, newest first')}
      items={webhooks}
      getKey={({ id }) => id}
      isWhole
      linked
      columns={{
        endpoint: {
          head: t('Endpoint'),
          cell: ({ id, url, description }) => (
            <>
              <RowLink to={paths.webhook.href(id)} className="font-mono text-sm [overflow-wrap:anywhere]">
                {harmlessText(url, 300).text}
              </RowLink>
              {description !== '' && (
                <p className="text-sm text-muted [overflow-wrap:anywhere]">
                  {harmlessText(description, 255).text}
                </p>
              )}
            </>
          ),
        },
        events: { head: t('Events'), from: 'md', cell: typesText, below: true },
        created: createdColumn('lg'),
        status: { head: t('Status'), from: 'sm', className: '', kind: 'number', cell: status, below: true },
      }}
    />
  )
}

const LISTEN = `export LATCHKEY_API_KEY=pk_live_…   # a key with org:manage
latchkey listen --forward-to http://localhost:3000/webhooks`
