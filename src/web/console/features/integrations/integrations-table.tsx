import type { Integration } from '#protocol/console-api.ts'
import { Chip, StateBadge } from '#web/console/components/badge.tsx'
import { DataTable, RowLink } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/values.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { displayLabel } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { operationLooks } from './integration-requests.ts'

export function IntegrationsTable({ integrations }: { integrations: readonly Integration[] }) {
  return (
    <DataTable
      label={t('Integrations, newest first')}
      items={integrations}
      keyOf={({ id }) => id}
      className="align-top"
      linked
      columns={[
        {
          head: t('Integration'),
          cell: ({ id, label, start }) => (
            <>
              <RowLink to={paths.integration.href(id)}>{displayLabel(label)}</RowLink>
              <p className="font-mono text-xs text-muted">{start}…</p>
            </>
          ),
        },
        { head: t('Origins'), from: 'md', className: '', cell: originsOf, below: true },
        {
          head: t('Can'),
          from: 'xl',
          className: '',
          cell: ({ operations }) => (
            <span className="flex flex-wrap gap-1">
              {operations.map((operation) => (
                <Chip key={operation}>{operationLooks()[operation].label}</Chip>
              ))}
            </span>
          ),
        },
        {
          head: t('Created'),
          from: 'lg',
          cell: ({ createdAtDatetime }) => <TimeAgo datetime={createdAtDatetime} />,
        },
        { head: t('Status'), cell: (integration) => <IntegrationStatus integration={integration} /> },
      ]}
    />
  )
}

export function IntegrationStatus({ integration }: { integration: Integration }) {
  return integration.revokedAtDatetime === null ? (
    <StateBadge tone="success" label={t('Active')} />
  ) : (
    <StateBadge tone="neutral" label={t('Revoked')} />
  )
}

export function originsOf({ origins }: Integration) {
  return (
    <ul className="text-sm">
      {origins.map((origin) => (
        <li key={origin} className="font-mono break-all">
          {origin}
        </li>
      ))}
    </ul>
  )
}
