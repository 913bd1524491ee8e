import type { CreatedWebhook } from '#protocol/org/webhooks.ts'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { t } from '#web/ui/text.ts'

/** The signing secret of a new endpoint, or the one that rotation made. */
export function WebhookSecretDialog({ webhook, onDone }: { webhook: CreatedWebhook; onDone: () => void }) {
  const { secret, previousSecretUntilDatetime: until } = webhook
  return (
    <SecretDialog
      title={until === null ? t('The endpoint is ready') : t('The secret is rotated')}
      what={t('signing secret')}
      secret={secret}
      note={t('Copy it into your secret store now. It is stored encrypted and never displayed again.')}
      onDone={onDone}
    >
      <p className="text-sm text-muted">
        {until === null
          ? t('Your receiver uses it to verify that an event is authentic.')
          : t('Until {time} every event is signed with both secrets. Change your receiver before then.', {
              time: formatAbsolute(until),
            })}
      </p>
    </SecretDialog>
  )
}
