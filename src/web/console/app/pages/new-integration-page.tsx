import { useState } from 'react'
import { Card } from '#web/console/components/card.tsx'
import { IfMay } from '#web/console/components/if-may.tsx'
import { Page } from '#web/console/components/page.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { CreateIntegrationForm } from '#web/console/features/integrations/create-integration-form.tsx'
import {
  type CreatedIntegration,
  integrationsQuery,
} from '#web/console/features/integrations/integration-requests.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { useLeave } from '#web/console/lib/use-leave.ts'

export function NewIntegrationPage() {
  const leave = useLeave()
  const [created, setCreated] = useState<CreatedIntegration | null>(null)
  return (
    <Page
      title={t('New integration')}
      purpose={t('With its secret your backend opens widget sessions. It is displayed once.')}
      back={{ to: paths.integrations.href(), label: t('Integrations') }}
      width="prose"
    >
      <Card>
        <IfMay route="POST /api/integrations">
          <CreateIntegrationForm onCreated={setCreated} />
        </IfMay>
      </Card>
      {created !== null && (
        <SecretDialog
          title={t('“{label}” is ready', { label: created.label })}
          what={t('integration secret')}
          secret={created.secret}
          onDone={() => void leave(integrationsQuery().queryKey, paths.integration.href(created.id))}
        >
          <p className="text-sm text-muted">{t('The next page has the snippet for your product.')}</p>
        </SecretDialog>
      )}
    </Page>
  )
}
