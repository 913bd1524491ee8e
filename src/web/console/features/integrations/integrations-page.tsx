import type { ReactElement } from 'react'
import { INTEGRATION_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import type { Integration } from '#protocol/console/integrations.ts'
import { Chip, StateBadge } from '#web/console/components/badge.tsx'
import { ButtonLink, RowLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page } from '#web/console/components/page.tsx'
import { createdColumn, DataTable } from '#web/console/components/table.tsx'
import { displayLabel } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { integrationsQuery, operationLooks } from './integration-requests.ts'

export function IntegrationsPage(): ReactElement {
  const integrations = useLiveQuery(integrationsQuery())
  return (
    <Page
      title={t('Integrations')}
      actions={
        <ButtonLink
          access={INTEGRATION_ENDPOINTS.createIntegration}
          tone="add"
          to={paths.newIntegration.href()}
        >
          {t('New integration')}
        </ButtonLink>
      }
    >
      <Card flush>
        <Loaded
          query={integrations}
          skeleton={<SkeletonRows rows={2} label={t('Loading the integrations')} />}
          empty={
            <EmptyState
              icon="plug"
              title={t('No integrations yet')}
              action={
                <ButtonLink
                  access={INTEGRATION_ENDPOINTS.createIntegration}
                  silent
                  tone="add"
                  to={paths.newIntegration.href()}
                >
                  {t('Create the first integration')}
                </ButtonLink>
              }
            >
              {t(
                'Enter the origins of your pages and paste a short snippet: your users get wallets with their passkeys.',
              )}
            </EmptyState>
          }
        >
          {(list) => <IntegrationsTable integrations={list} />}
        </Loaded>
      </Card>
    </Page>
  )
}

function IntegrationsTable({ integrations }: { integrations: readonly Integration[] }) {
  return (
    <DataTable
      name="integrations"
      label={t('Integrations, newest first')}
      items={integrations}
      getKey={({ id }) => id}
      className="align-top"
      linked
      columns={{
        integration: {
          head: t('Integration'),
          cell: ({ id, label, start }) => (
            <>
              <RowLink to={paths.integration.href(id)}>{displayLabel(label)}</RowLink>
              <p className="font-mono text-xs text-muted">{start}…</p>
            </>
          ),
        },
        origins: { head: t('Origins'), from: 'md', className: '', cell: renderOrigins, below: true },
        operations: {
          head: t('Permissions'),
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
        created: createdColumn('lg'),
        status: { head: t('Status'), cell: (integration) => <IntegrationStatus integration={integration} /> },
      }}
    />
  )
}

export function IntegrationStatus({ integration }: { integration: Integration }): ReactElement {
  return integration.revokedAtDatetime === null ? (
    <StateBadge tone="success" label={t('Active')} />
  ) : (
    <StateBadge tone="neutral" label={t('Revoked')} />
  )
}

export function renderOrigins({ origins }: Integration): ReactElement {
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
