import { useState } from 'react'
import type { CreatedWebhook } from '#shared/org/webhooks.ts'
import { Card } from '#console/components/card.tsx'
import { Page } from '#console/components/page.tsx'
import { createWebhook } from '#console/features/webhooks/create-webhook.ts'
import { webhooksQuery } from '#console/features/webhooks/list-webhooks.query.ts'
import { WebhookForm } from '#console/features/webhooks/webhook-form.tsx'
import { WebhookSecretDialog } from '#console/features/webhooks/webhook-secret-dialog.tsx'
import { paths } from '#console/lib/paths.ts'
import { t } from '#console/lib/text.ts'
import { useLeave } from '#console/lib/use-leave.ts'

export function NewWebhookPage() {
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  const leave = useLeave()
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
      {created !== null && (
        <WebhookSecretDialog
          webhook={created}
          onDone={() => void leave(webhooksQuery().queryKey, paths.webhook.href(created.id))}
        />
      )}
    </Page>
  )
}
