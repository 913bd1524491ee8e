import { Link } from 'react-router'
import { harmlessText } from '#protocol/display/text.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { Cell, HeadCell, Row, ROW_LINK, Table } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { typesText, webhookLook } from './webhook-words.ts'

const URL_SHOWN_MAX = 300
const DESCRIPTION_SHOWN_MAX = 255

export function WebhooksTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <Table label={t('Webhook endpoints, newest first')}>
      <thead>
        <tr>
          <HeadCell>{t('Endpoint')}</HeadCell>
          <HeadCell className="hidden md:table-cell">{t('Events')}</HeadCell>
          <HeadCell className="hidden lg:table-cell">{t('Created')}</HeadCell>
          <HeadCell className="hidden text-right sm:table-cell">{t('Status')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </tbody>
    </Table>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const status = <StateBadge {...webhookLook(webhook)} />
  return (
    <Row linked>
      <Cell>
        <Link
          to={paths.webhook.href(webhook.id)}
          className={`${ROW_LINK} font-mono text-sm [overflow-wrap:anywhere]`}
        >
          {harmlessText(webhook.url, URL_SHOWN_MAX).text}
        </Link>
        {webhook.description !== '' && (
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            {harmlessText(webhook.description, DESCRIPTION_SHOWN_MAX).text}
          </p>
        )}
        <p className="mt-1 text-sm text-muted md:hidden">{typesText(webhook)}</p>
        <div className="mt-2 sm:hidden">{status}</div>
      </Cell>
      <Cell className="hidden text-sm text-muted md:table-cell">{typesText(webhook)}</Cell>
      <Cell className="hidden text-sm text-muted lg:table-cell">
        <TimeAgo datetime={webhook.createdAtDatetime} />
      </Cell>
      <Cell className="hidden text-right sm:table-cell">{status}</Cell>
    </Row>
  )
}
