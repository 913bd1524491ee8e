import { ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { IntegrationsTable } from '#web/console/features/integrations/integrations-table.tsx'
import { integrationsQuery } from '#web/console/features/integrations/integration-requests.ts'
import { paths } from '#web/console/lib/paths.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { t } from '#web/ui/text.ts'

export function IntegrationsPage() {
  const integrations = useLiveQuery(integrationsQuery())
  return (
    <Page
      title={t('Integrations')}
      purpose={t('Your products that embed the wallet widget.')}
      actions={
        <ButtonLink
          route="POST /api/integrations"
          tone="primary"
          icon="plus"
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
                  route="POST /api/integrations"
                  silent
                  tone="primary"
                  icon="plus"
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
