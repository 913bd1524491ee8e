import { harmlessText } from '#protocol/display/text.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { DataTable, RowLink } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/values.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { typesText, webhookLook } from './webhook-words.ts'

const URL_SHOWN_MAX = 300
const DESCRIPTION_SHOWN_MAX = 255

export function WebhooksTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const status = (webhook: Webhook) => <StateBadge {...webhookLook(webhook)} />
  return (
    <DataTable
      label={t('Webhook endpoints, newest first')}
      items={webhooks}
      keyOf={({ id }) => id}
      isWhole
      linked
      columns={[
        { head: t('Endpoint'), cell: (webhook) => <WebhookName webhook={webhook} /> },
        { head: t('Events'), from: 'md', cell: typesText, below: true },
        {
          head: t('Created'),
          from: 'lg',
          cell: ({ createdAtDatetime }) => <TimeAgo datetime={createdAtDatetime} />,
        },
        { head: t('Status'), from: 'sm', className: '', kind: 'number', cell: status, below: true },
      ]}
    />
  )
}

function WebhookName({ webhook: { id, url, description } }: { webhook: Webhook }) {
  return (
    <>
      <RowLink to={paths.webhook.href(id)} className="font-mono text-sm [overflow-wrap:anywhere]">
        {harmlessText(url, URL_SHOWN_MAX).text}
      </RowLink>
      {description !== '' && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {harmlessText(description, DESCRIPTION_SHOWN_MAX).text}
        </p>
      )}
    </>
  )
}
