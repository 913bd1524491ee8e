import { useQueryClient } from '@tanstack/react-query'
import { LABEL_LENGTH_MAX } from '#protocol/baas/limits.ts'
import { harmlessText } from '#protocol/display/text.ts'
import type { VaultKey } from '#protocol/org/vault.ts'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { t } from '#web/ui/text.ts'
import { changeVaultKey } from './change-vault-key.ts'
import { vaultQuery } from './vault.query.ts'

export function RemoveVaultKeyDialog({ vaultKey, onClose }: { vaultKey: VaultKey; onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      title={t('Remove this key from the vault?')}
      action={t('Remove key')}
      name={harmlessText(vaultKey.label, LABEL_LENGTH_MAX).text}
      run={() => changeVaultKey(vaultKey.id, 'remove')}
      onDone={(vault) => {
        queries.setQueryData(vaultQuery().queryKey, vault)
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('It is removed from the console only. Revoke it at the service as well.')}</p>
    </ConfirmDialog>
  )
}
