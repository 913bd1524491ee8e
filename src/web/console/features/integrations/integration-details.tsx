import type { Integration } from '#protocol/console-api.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card, Fact, Facts } from '#web/console/components/card.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { useChange } from '#web/console/lib/use-change.ts'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { endPreviousSecret, integrationsQuery } from './integration-requests.ts'
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

/** The secret, and the previous one while it still opens sessions. */
function IntegrationSecretFacts({ integration }: { integration: Integration }) {
  const now = useNow()
  const { previousSecret } = integration
  const overlaps = previousSecret !== null && Date.parse(previousSecret.untilDatetime) > now
  return (
    <>
      <Fact name={t('Secret')}>
        <span className="font-mono text-sm">{integration.start}…</span>
      </Fact>
      {overlaps && <OldSecret integrationId={integration.id} previousSecret={previousSecret} />}
    </>
  )
}

type OldSecretProps = {
  integrationId: string
  previousSecret: NonNullable<Integration['previousSecret']>
}

function OldSecret({ integrationId, previousSecret }: OldSecretProps) {
  const end = useChange(() => endPreviousSecret(integrationId), integrationsQuery().queryKey)
  return (
    <Fact name={t('Old secret')}>
      <span className="font-mono text-sm">{previousSecret.start}…</span>
      <span className="block text-sm text-muted">
        <Rich text="ends {when}" parts={{ when: <TimeAgo datetime={previousSecret.untilDatetime} /> }} />
      </span>
      <Button
        route="DELETE /api/integrations/:integrationId/previous-secret"
        silent
        className="mt-2"
        pending={end.isPending}
        onClick={() => end.mutate()}
      >
        {t('End it now')}
      </Button>
      {end.error !== null && <ProblemPanel error={end.error} />}
    </Fact>
  )
}
