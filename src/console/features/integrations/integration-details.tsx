import type { Integration } from '#shared/org/console-api.ts'
import { Card } from '#console/components/card.tsx'
import { Fact, Facts } from '#console/components/facts.tsx'
import { TimeAgo } from '#console/components/time-ago.tsx'
import { IntegrationStatus } from './integrations-table.tsx'
import { OPERATION_LOOKS } from './operation-choices.ts'

export function IntegrationDetails({ integration }: { integration: Integration }) {
  return (
    <Card title="Details">
      <Facts>
        <Fact name="Status">
          <IntegrationStatus integration={integration} />
        </Fact>
        <Fact name="Origins">
          <ul>
            {integration.origins.map((origin) => (
              <li key={origin} className="font-mono text-sm break-all">
                {origin}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name="Its users may">
          <ul>
            {integration.operations.map((operation) => (
              <li key={operation}>{OPERATION_LOOKS[operation].label}</li>
            ))}
          </ul>
        </Fact>
        <Fact name="Secret">
          <span className="font-mono text-sm">{integration.start}…</span>
        </Fact>
        <Fact name="Created">
          <TimeAgo datetime={integration.createdAtDatetime} />
        </Fact>
        {integration.revokedAtDatetime !== null && (
          <Fact name="Revoked">
            <TimeAgo datetime={integration.revokedAtDatetime} />
          </Fact>
        )}
      </Facts>
    </Card>
  )
}
