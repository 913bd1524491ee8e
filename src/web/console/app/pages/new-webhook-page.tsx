import { useState } from 'react'
import type { CreatedWebhook } from '#protocol/org/webhooks.ts'
import { Card } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { createWebhook } from '#web/console/features/webhooks/create-webhook.ts'
import { webhooksQuery } from '#web/console/features/webhooks/list-webhooks.query.ts'
import { WebhookForm } from '#web/console/features/webhooks/webhook-form.tsx'
import { WebhookSecretDialog } from '#web/console/features/webhooks/webhook-secret-dialog.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { useLeave } from '#web/console/lib/use-leave.ts'

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
