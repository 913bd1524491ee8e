import { INTEGRATION_GRACES_SECONDS, type Integration } from '#protocol/console-api.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { RotateSecret, RotationNotice } from '#web/console/components/secret-dialog.tsx'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { displayLabel } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { integrationsQuery, rotateIntegrationSecret } from './integration-requests.ts'
import { runRoute } from '#web/console/lib/api.ts'

type Grace = (typeof INTEGRATION_GRACES_SECONDS)[number]
const DAY: Grace = 86_400
const graceWords = (): Record<Grace, string> => ({
  0: t('None (revoke now)'),
  3_600: t('One hour'),
  86_400: t('One day'),
  604_800: t('One week'),
})

type IntegrationDialogProps = { integration: Integration; onClose: () => void }

export function RotateIntegrationSecret({ integration, onClose }: IntegrationDialogProps) {
  const label = displayLabel(integration.label)
  return (
    <RotateSecret
      title={t('Rotate the secret of “{label}”', { label })}
      purpose={t('Your backend gets a new secret. Both open widget sessions until the grace period ends.')}
      hint={t('Long enough to replace it in every backend of yours.')}
      action={t('Rotate secret')}
      graces={INTEGRATION_GRACES_SECONDS.map((seconds) => ({ seconds, label: graceWords()[seconds] }))}
      initialSeconds={DAY}
      warnings={(graceSeconds) => <Warnings integration={integration} grace={graceSeconds} />}
      send={(graceSeconds, key) => rotateIntegrationSecret(integration.id, graceSeconds, key)}
      secretTitle={t('The new secret of “{label}”', { label })}
      what={t('integration secret')}
      note={({ previousSecret }) =>
        previousSecret === null
          ? t('The old secret no longer works. Give your backend this one now.')
          : t('The old secret works until {time}. Give your backend this one before then.', {
              time: formatAbsolute(previousSecret.untilDatetime),
            })
      }
      list={integrationsQuery().queryKey}
      onClose={onClose}
    />
  )
}

function Warnings({ integration: { previousSecret }, grace }: { integration: Integration; grace: number }) {
  return (
    <>
      {grace === 0 && (
        <Notice tone="warning">
          {t('For a secret that has leaked. The widget does not work until your backend has the new one.')}
        </Notice>
      )}
      {previousSecret !== null && <RotationNotice until={previousSecret.untilDatetime} />}
    </>
  )
}

export function RevokeIntegrationDialog({ integration, onClose }: IntegrationDialogProps) {
  return (
    <ConfirmDialog
      title={t('Revoke this integration?')}
      action={t('Revoke integration')}
      name={integration.label}
      run={() =>
        runRoute('DELETE /api/integrations/:integrationId', { params: { integrationId: integration.id } })
      }
      list={integrationsQuery().queryKey}
      onClose={onClose}
    >
      <p>
        {t(
          'Its backend can no longer open widget sessions, and the widget stops working on its pages. Wallets created through it remain. This cannot be undone.',
        )}
      </p>
    </ConfirmDialog>
  )
}
