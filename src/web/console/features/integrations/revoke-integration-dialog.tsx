import type { Integration } from '#protocol/org/console-api.ts'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { t } from '#web/ui/text.ts'
import { integrationsQuery, revokeIntegration } from './integration-requests.ts'

type RevokeIntegrationDialogProps = { integration: Integration; onClose: () => void }

export function RevokeIntegrationDialog({ integration, onClose }: RevokeIntegrationDialogProps) {
  return (
    <ConfirmDialog
      title={t('Revoke this integration?')}
      action={t('Revoke integration')}
      name={integration.label}
      run={() => revokeIntegration(integration.id)}
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
