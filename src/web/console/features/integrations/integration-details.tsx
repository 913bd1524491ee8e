import type { ReactElement } from 'react'
import { INTEGRATION_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import type { Integration } from '#protocol/console/integrations.ts'
import { Card } from '#web/console/components/card.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { ChangeButton } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { operationLooks, integrationsQuery } from './integration-requests.ts'
import { IntegrationStatus, renderOrigins } from './integrations-page.tsx'

export function IntegrationDetails({ integration }: { integration: Integration }): ReactElement {
  const { id, operations, previousSecret, revokedAtDatetime } = integration
  const nowMs = useNow()
  const overlaps = previousSecret !== null && Date.parse(previousSecret.untilDatetime) > nowMs
  return (
    <Card title={t('Details')}>
      <Facts
        facts={{
          [t('Status')]: <IntegrationStatus integration={integration} />,
          [t('Origins')]: renderOrigins(integration),
          [t('Permissions')]: (
            <ul>
              {operations.map((operation) => (
                <li key={operation}>{operationLooks()[operation].label}</li>
              ))}
            </ul>
          ),
          [t('Secret')]: <span className="font-mono text-sm">{integration.start}…</span>,
          [t('Old secret')]: overlaps && (
            <>
              <span className="font-mono text-sm">{previousSecret.start}…</span>
              <span className="block text-sm text-muted">
                <Rich
                  text="ends {when}"
                  parts={{ when: <TimeAgo isDue datetime={previousSecret.untilDatetime} /> }}
                />
              </span>
              <ChangeButton
                access={INTEGRATION_ENDPOINTS.endPreviousSecret}
                silent
                className="mt-2"
                change={() =>
                  consoleApi.call(INTEGRATION_ENDPOINTS.endPreviousSecret, {
                    params: { integrationId: id },
                  })
                }
                list={integrationsQuery().queryKey}
              >
                {t('End it now')}
              </ChangeButton>
            </>
          ),
          [t('Created')]: <TimeAgo datetime={integration.createdAtDatetime} />,
          [t('Revoked')]: revokedAtDatetime !== null && <TimeAgo datetime={revokedAtDatetime} />,
        }}
      />
    </Card>
  )
}
