import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Integration } from '#protocol/console-api.ts'
import { NotFoundPage } from '#web/console/app/not-found-page.tsx'
import { PageSkeleton } from '#web/console/app/shell-skeleton.tsx'
import { IfMay } from '#web/console/components/if-may.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page } from '#web/console/components/page.tsx'
import { DoctorForm } from '#web/console/features/integrations/doctor-form.tsx'
import { integrationsQuery } from '#web/console/features/integrations/integration-requests.ts'
import { ThemeStudio } from '#web/console/features/integrations/theme-studio.tsx'
import { webhooksQuery } from '#web/console/features/webhooks/webhook-requests.ts'
import { WebhookRoundTrip } from '#web/console/features/webhooks/webhook-round-trip.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

export function IntegrationDoctorPage() {
  const webhooks = useQuery(webhooksQuery())
  return (
    <OfIntegration>
      {(integration) => (
        <Page
          title={t('Doctor for {label}', { label: integration.label })}
          purpose={t('Checks why the widget does not work on a page.')}
          back={{ to: paths.integration.href(integration.id), label: integration.label }}
          width="prose"
        >
          <IfMay route="POST /api/doctor">
            <div className="flex min-w-0 flex-col gap-6">
              <DoctorForm integration={integration} />
              <WebhookRoundTrip webhooks={webhooks.data ?? []} />
            </div>
          </IfMay>
        </Page>
      )}
    </OfIntegration>
  )
}

export function IntegrationThemePage() {
  return (
    <OfIntegration>
      {(integration) => (
        <Page
          title={t('Widget theme')}
          purpose={t('Try colours, corners, font and language on the widget itself, and copy the snippet.')}
          back={{ to: paths.integration.href(integration.id), label: integration.label }}
        >
          <IfMay route="POST /api/widget-session">
            <ThemeStudio />
          </IfMay>
        </Page>
      )}
    </OfIntegration>
  )
}

/** The integration in the address. */
function OfIntegration({ children }: { children: (integration: Integration) => ReactNode }) {
  const { integrationId = '' } = useParams()
  const integrations = useQuery(integrationsQuery())
  return (
    <Loaded query={integrations} skeleton={<PageSkeleton />}>
      {(list) => {
        const integration = list.find(({ id }) => id === integrationId)
        return integration === undefined ? <NotFoundPage /> : children(integration)
      }}
    </Loaded>
  )
}
