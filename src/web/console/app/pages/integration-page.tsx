import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Integration } from '#protocol/console-api.ts'
import { Button, ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState } from '#web/console/components/card.tsx'
import { IfMay } from '#web/console/components/if-may.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page } from '#web/console/components/page.tsx'
import { IntegrationDetails } from '#web/console/features/integrations/integration-details.tsx'
import { IntegrationSnippets } from '#web/console/features/integrations/integration-snippets.tsx'
import { integrationsQuery } from '#web/console/features/integrations/integration-requests.ts'
import {
  RevokeIntegrationDialog,
  RotateIntegrationSecret,
} from '#web/console/features/integrations/integration-dialogs.tsx'
import { MissingPage } from '#web/console/app/not-found-page.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { displayLabel } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { PageSkeleton } from '#web/console/app/shell-skeleton.tsx'

const back = () => ({ to: paths.integrations.href(), label: t('Integrations') })

export function IntegrationPage() {
  const { integrationId } = useParams()
  const integrations = useQuery(integrationsQuery())
  return (
    <Loaded query={integrations} skeleton={<PageSkeleton />}>
      {(list) => {
        const integration = list.find(({ id }) => id === integrationId)
        return integration === undefined ? (
          <NoSuchIntegration />
        ) : (
          <IntegrationView integration={integration} />
        )
      }}
    </Loaded>
  )
}

function IntegrationView({ integration }: { integration: Integration }) {
  const [open, setOpen] = useState<'rotate' | 'revoke' | null>(null)
  const close = () => setOpen(null)
  const isActive = integration.revokedAtDatetime === null
  return (
    <Page
      title={displayLabel(integration.label)}
      purpose={
        isActive
          ? t('Paste this snippet into your product.')
          : t('Revoked: it can no longer open widget sessions.')
      }
      back={back()}
      actions={
        isActive && (
          <>
            <ButtonLink
              route="POST /api/widget-session"
              silent
              to={paths.integrationTheme.href(integration.id)}
            >
              {t('Widget theme')}
            </ButtonLink>
            <ButtonLink route="POST /api/doctor" silent to={paths.integrationDoctor.href(integration.id)}>
              {t('Integration doctor')}
            </ButtonLink>
            <IfMay route="DELETE /api/integrations/:integrationId">
              <Button onClick={() => setOpen('rotate')}>{t('Rotate secret')}</Button>
              <Button onClick={() => setOpen('revoke')}>{t('Revoke')}</Button>
            </IfMay>
          </>
        )
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
                <ButtonLink route="POST /api/integrations" silent to={paths.newIntegration.href()}>
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
      {open === 'rotate' && <RotateIntegrationSecret integration={integration} onClose={close} />}
      {open === 'revoke' && <RevokeIntegrationDialog integration={integration} onClose={close} />}
    </Page>
  )
}

function NoSuchIntegration() {
  return (
    <MissingPage
      title={t('Integration not found')}
      purpose={t('The organization has no integration with this id.')}
      back={back()}
      icon="plug"
      missing={t('No such integration')}
      hint={t('The link may be old.')}
      link={{ to: paths.integrations.href(), label: t('All integrations') }}
    />
  )
}
