import { Link } from 'react-router'
import type { Integration } from '#protocol/console-api.ts'
import { Badge, Chip } from '#web/console/components/badge.tsx'
import { Cell, HeadCell, Row, ROW_LINK, Table } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { displayLabel } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { operationLooks } from './operation-choices.ts'

export function IntegrationsTable({ integrations }: { integrations: readonly Integration[] }) {
  return (
    <Table label={t('Integrations, newest first')}>
      <thead>
        <tr>
          <HeadCell>{t('Integration')}</HeadCell>
          <HeadCell className="hidden md:table-cell">{t('Origins')}</HeadCell>
          <HeadCell className="hidden xl:table-cell">{t('Can')}</HeadCell>
          <HeadCell className="hidden lg:table-cell">{t('Created')}</HeadCell>
          <HeadCell>{t('Status')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {integrations.map((integration) => (
          <Row key={integration.id} linked>
            <Cell className="align-top">
              <Link
                to={paths.integration.href(integration.id)}
                className={`${ROW_LINK} [overflow-wrap:anywhere]`}
              >
                {displayLabel(integration.label)}
              </Link>
              <p className="font-mono text-xs text-muted">{integration.start}…</p>
              <div className="mt-1 md:hidden">
                <Origins integration={integration} />
              </div>
            </Cell>
            <Cell className="hidden align-top md:table-cell">
              <Origins integration={integration} />
            </Cell>
            <Cell className="hidden align-top xl:table-cell">
              <span className="flex flex-wrap gap-1">
                {integration.operations.map((operation) => (
                  <Chip key={operation}>{operationLooks()[operation].label}</Chip>
                ))}
              </span>
            </Cell>
            <Cell className="hidden align-top text-sm text-muted lg:table-cell">
              <TimeAgo datetime={integration.createdAtDatetime} />
            </Cell>
            <Cell className="align-top">
              <IntegrationStatus integration={integration} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

export function IntegrationStatus({ integration }: { integration: Integration }) {
  return integration.revokedAtDatetime === null ? (
    <Badge tone="success" dot>
      {t('Active')}
    </Badge>
  ) : (
    <Badge dot>{t('Revoked')}</Badge>
  )
}

function Origins({ integration }: { integration: Integration }) {
  return (
    <ul className="text-sm">
      {integration.origins.map((origin) => (
        <li key={origin} className="font-mono break-all">
          {origin}
        </li>
      ))}
    </ul>
  )
}
