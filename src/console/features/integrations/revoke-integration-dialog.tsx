import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Integration } from '#shared/org/console-api.ts'
import { ConfirmDialog } from '#console/components/confirm-dialog.tsx'
import { t } from '#console/lib/text.ts'
import { integrationsQuery } from './list-integrations.query.ts'
import { revokeIntegration } from './revoke-integration.ts'

type RevokeIntegrationDialogProps = { integration: Integration; onClose: () => void }

export function RevokeIntegrationDialog({ integration, onClose }: RevokeIntegrationDialogProps) {
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => revokeIntegration(integration.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: integrationsQuery().queryKey })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('Revoke this integration?')}
      action={t('Revoke integration')}
      name={integration.label}
      error={revoke.error}
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
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
