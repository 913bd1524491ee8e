import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { IfMay } from '#web/console/components/if-may.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page } from '#web/console/components/page.tsx'
import { DoctorForm } from '#web/console/features/integrations/doctor-form.tsx'
import { integrationsQuery } from '#web/console/features/integrations/integration-requests.ts'
import { WebhookRoundTrip } from '#web/console/features/webhooks/webhook-round-trip.tsx'
import { webhooksQuery } from '#web/console/features/webhooks/webhook-requests.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { NotFoundPage } from '#web/console/app/not-found-page.tsx'
import { PageSkeleton } from '#web/console/app/shell-skeleton.tsx'

export function IntegrationDoctorPage() {
  const { integrationId = '' } = useParams()
  const integrations = useQuery(integrationsQuery())
  const webhooks = useQuery(webhooksQuery())
  return (
    <Loaded query={integrations} skeleton={<PageSkeleton />}>
      {(list) => {
        const integration = list.find(({ id }) => id === integrationId)
        if (integration === undefined) return <NotFoundPage />
        return (
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
        )
      }}
    </Loaded>
  )
}
