import type { Integration } from '#protocol/console-api.ts'
import { Card, Facts } from '#web/console/components/card.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { integrationsQuery, operationLooks } from './integration-requests.ts'
import { IntegrationStatus, originsOf } from './integrations-table.tsx'
import { runRoute } from '#web/console/lib/api.ts'
import { ChangeButton } from '#web/console/components/problem-panel.tsx'

export function IntegrationDetails({ integration }: { integration: Integration }) {
  const { id, operations, previousSecret, revokedAtDatetime } = integration
  const nowMs = useNow()
  const overlaps = previousSecret !== null && Date.parse(previousSecret.untilDatetime) > nowMs
  return (
    <Card title={t('Details')}>
      <Facts
        facts={{
          [t('Status')]: <IntegrationStatus integration={integration} />,
          [t('Origins')]: originsOf(integration),
          [t('Its users can')]: (
            <ul>
              {operations.map((operation) => (
                <li key={operation}>{operationLooks()[operation].label}</li>
              ))}
            </ul>
          ),
          [t('Secret')]: <span className="font-mono text-sm">{integration.start}…</span>,
          [t('Old secret')]: overlaps && <OldSecret integrationId={id} previousSecret={previousSecret} />,
          [t('Created')]: <TimeAgo datetime={integration.createdAtDatetime} />,
          [t('Revoked')]: revokedAtDatetime !== null && <TimeAgo datetime={revokedAtDatetime} />,
        }}
      />
    </Card>
  )
}

type OldSecretProps = {
  integrationId: string
  previousSecret: NonNullable<Integration['previousSecret']>
}

function OldSecret({ integrationId, previousSecret }: OldSecretProps) {
  return (
    <>
      <span className="font-mono text-sm">{previousSecret.start}…</span>
      <span className="block text-sm text-muted">
        <Rich text="ends {when}" parts={{ when: <TimeAgo datetime={previousSecret.untilDatetime} /> }} />
      </span>
      <ChangeButton
        route="DELETE /api/integrations/:integrationId/previous-secret"
        silent
        className="mt-2"
        change={() =>
          runRoute('DELETE /api/integrations/:integrationId/previous-secret', { params: { integrationId } })
        }
        list={integrationsQuery().queryKey}
      >
        {t('End it now')}
      </ChangeButton>
    </>
  )
}
