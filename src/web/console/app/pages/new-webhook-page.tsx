import { useState } from 'react'
import type { CreatedWebhook } from '#protocol/webhooks.ts'
import { Card } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { createWebhook, webhooksQuery } from '#web/console/features/webhooks/webhook-requests.ts'
import { WebhookForm } from '#web/console/features/webhooks/webhook-form.tsx'
import { WebhookSecretDialog } from '#web/console/features/webhooks/webhook-dialogs.tsx'
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
