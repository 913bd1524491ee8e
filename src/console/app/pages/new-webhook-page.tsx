import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CreatedWebhook } from '#shared/org/webhooks.ts'
import { Card } from '#console/components/card.tsx'
import { Page } from '#console/components/page.tsx'
import { createWebhook } from '#console/features/webhooks/create-webhook.ts'
import { webhooksQuery } from '#console/features/webhooks/list-webhooks.query.ts'
import { WebhookForm } from '#console/features/webhooks/webhook-form.tsx'
import { WebhookSecretDialog } from '#console/features/webhooks/webhook-secret-dialog.tsx'
import { paths } from '#console/lib/paths.ts'
import { t } from '#console/lib/text.ts'

export function NewWebhookPage() {
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  /** Not before the secret is stored: the page behind must not change under the dialog. */
  const leave = async ({ id }: CreatedWebhook) => {
    await queryClient.invalidateQueries({ queryKey: webhooksQuery().queryKey })
    // The form is no place to come back to: another press would make a second endpoint.
    await navigate(paths.webhook.href(id), { replace: true })
  }
  return (
    <Page
      title={t('New endpoint')}
      purpose={t('Receives events from now on; replay older ones.')}
      back={{ to: paths.webhooks.href(), label: t('Webhooks') }}
      width="prose"
    >
      <Card>
        <WebhookForm action={t('Add endpoint')} send={createWebhook} onDone={setCreated} />
      </Card>
      {created !== null && <WebhookSecretDialog webhook={created} onDone={() => void leave(created)} />}
    </Page>
  )
}
