import type { Integration } from '#protocol/org/console-api.ts'
import { Card } from '#web/console/components/card.tsx'
import { Fact, Facts } from '#web/console/components/facts.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { t } from '#web/ui/text.ts'
import { IntegrationSecretFacts } from './integration-secret-facts.tsx'
import { IntegrationStatus } from './integrations-table.tsx'
import { operationLooks } from './operation-choices.ts'

export function IntegrationDetails({ integration }: { integration: Integration }) {
  return (
    <Card title={t('Details')}>
      <Facts>
        <Fact name={t('Status')}>
          <IntegrationStatus integration={integration} />
        </Fact>
        <Fact name={t('Origins')}>
          <ul>
            {integration.origins.map((origin) => (
              <li key={origin} className="font-mono text-sm break-all">
                {origin}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name={t('Its users can')}>
          <ul>
            {integration.operations.map((operation) => (
              <li key={operation}>{operationLooks()[operation].label}</li>
            ))}
          </ul>
        </Fact>
        <IntegrationSecretFacts integration={integration} />
        <Fact name={t('Created')}>
          <TimeAgo datetime={integration.createdAtDatetime} />
        </Fact>
        {integration.revokedAtDatetime !== null && (
          <Fact name={t('Revoked')}>
            <TimeAgo datetime={integration.revokedAtDatetime} />
          </Fact>
        )}
      </Facts>
    </Card>
  )
}
