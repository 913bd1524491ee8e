import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode, type ReactElement } from 'react'
import { useParams } from 'react-router'
import { DOCTOR_ENDPOINTS } from '#protocol/console/doctor-endpoints.ts'
import { INTEGRATION_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import type { Integration } from '#protocol/console/integrations.ts'
import { Button, ButtonLink, DialogButton, IfMay } from '#web/console/components/button.tsx'
import { Card, EmptyState } from '#web/console/components/card.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page, MissingPage, PageSkeleton } from '#web/console/components/page.tsx'
import { DoctorForm } from '#web/console/features/integrations/doctor-form.tsx'
import { IntegrationDetails } from '#web/console/features/integrations/integration-details.tsx'
import {
  EditIntegrationDialog,
  RevokeIntegrationButton,
  RotateIntegrationSecret,
} from '#web/console/features/integrations/integration-form.tsx'
import { integrationsQuery } from '#web/console/features/integrations/integration-requests.ts'
import { IntegrationSnippets } from '#web/console/features/integrations/integration-snippets.tsx'
import { webhooksQuery } from '#web/console/features/webhooks/webhook-requests.ts'
import { WebhookRoundTrip } from '#web/console/features/webhooks/webhook-round-trip.tsx'
import { displayLabel } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'

export function IntegrationPage(): ReactElement {
  return <OfIntegration>{(integration) => <IntegrationView integration={integration} />}</OfIntegration>
}

/** Loads the integration with the id in the URL and passes it to `children`. */
function OfIntegration({ children }: { children: (integration: Integration) => ReactNode }) {
  const { integrationId } = useParams()
  const integrations = useLiveQuery(integrationsQuery())
  return (
    <Loaded query={integrations} skeleton={<PageSkeleton />}>
      {(list) => {
        const integration = list.find(({ id }) => id === integrationId)
        if (integration !== undefined) return children(integration)
        return (
          <MissingPage
            title={t('Integration not found')}
            back={t('Integrations')}
            icon="plug"
            missing={t('The organization has no integration with this ID.')}
            hint={t('The link may be old.')}
            to={paths.integrations.href()}
            label={t('All integrations')}
          />
        )
      }}
    </Loaded>
  )
}

function IntegrationView({ integration }: { integration: Integration }) {
  const [isRotating, setIsRotating] = useState(false)
  const isActive = integration.revokedAtDatetime === null
  return (
    <Page
      title={displayLabel(integration.label)}
      purpose={!isActive && t('Revoked: it can no longer open widget sessions.')}
      back={{ to: paths.integrations.href(), label: t('Integrations') }}
      actions={
        isActive && <IntegrationActions integration={integration} onRotate={() => setIsRotating(true)} />
      }
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {isActive ? (
          <IntegrationSnippets integration={integration} />
        ) : (
          <Card flush>
            <EmptyState
              icon="plug"
              title={t('This integration is revoked')}
              action={
                <ButtonLink
                  access={INTEGRATION_ENDPOINTS.createIntegration}
                  silent
                  to={paths.newIntegration.href()}
                >
                  {t('Create another')}
                </ButtonLink>
              }
            >
              {t('Wallets created through it remain and belong to their users.')}
            </EmptyState>
          </Card>
        )}
        <IntegrationDetails integration={integration} />
      </div>
      {isRotating && (
        <RotateIntegrationSecret integration={integration} onClose={() => setIsRotating(false)} />
      )}
    </Page>
  )
}

function IntegrationActions({ integration, onRotate }: { integration: Integration; onRotate: () => void }) {
  return (
    <>
      <ButtonLink
        access={DOCTOR_ENDPOINTS.runDoctor}
        silent
        to={paths.integrationDoctor.href(integration.id)}
      >
        {t('Integration doctor')}
      </ButtonLink>
      <IfMay access={INTEGRATION_ENDPOINTS.revokeIntegration}>
        <DialogButton dialog={(close) => <EditIntegrationDialog integration={integration} onClose={close} />}>
          {t('Edit')}
        </DialogButton>
        <Button onClick={onRotate}>{t('Rotate secret')}</Button>
        <RevokeIntegrationButton integration={integration} />
      </IfMay>
    </>
  )
}

export function IntegrationDoctorPage(): ReactElement {
  const webhooks = useQuery(secondary('webhooks', webhooksQuery()))
  return (
    <OfIntegration>
      {(integration) => (
        <Page
          title={t('Doctor for {label}', { label: integration.label })}
          back={{ to: paths.integration.href(integration.id), label: integration.label }}
          width="prose"
        >
          <IfMay access={DOCTOR_ENDPOINTS.runDoctor}>
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
