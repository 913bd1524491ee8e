import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { IfMay } from '#web/console/components/if-may.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page } from '#web/console/components/page.tsx'
import { integrationsQuery } from '#web/console/features/integrations/integration-requests.ts'
import { ThemeStudio } from '#web/console/features/integrations/theme-studio.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { NotFoundPage } from '#web/console/app/not-found-page.tsx'
import { PageSkeleton } from '#web/console/app/shell-skeleton.tsx'

export function IntegrationThemePage() {
  const { integrationId = '' } = useParams()
  const integrations = useQuery(integrationsQuery())
  return (
    <Loaded query={integrations} skeleton={<PageSkeleton />}>
      {(list) => {
        const integration = list.find(({ id }) => id === integrationId)
        if (integration === undefined) return <NotFoundPage />
        return (
          <Page
            title={t('Widget theme')}
            purpose={t('Try colours, corners, font and language on the widget itself, and copy the snippet.')}
            back={{ to: paths.integration.href(integration.id), label: integration.label }}
          >
            <IfMay route="POST /api/widget-session">
              <ThemeStudio />
            </IfMay>
          </Page>
        )
      }}
    </Loaded>
  )
}
