import type { OwnPasskey } from '#protocol/org/members.ts'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { t } from '#web/ui/text.ts'
import { removePasskey } from './change-passkeys.ts'
import { ownPasskeysQuery } from './own-passkeys.query.ts'
import { passkeyLabel } from './passkey-label.ts'

type RemovePasskeyDialogProps = { passkey: OwnPasskey; onClose: () => void }

export function RemovePasskeyDialog({ passkey, onClose }: RemovePasskeyDialogProps) {
  return (
    <ConfirmDialog
      title={t('Remove this passkey?')}
      action={t('Remove passkey')}
      name={passkeyLabel(passkey)}
      run={() => removePasskey(passkey.id)}
      list={ownPasskeysQuery().queryKey}
      onClose={onClose}
    >
      <p>
        {t(
          'It can no longer be used to sign in. Remove it from the device or password manager too, so that it is not offered again.',
        )}
      </p>
    </ConfirmDialog>
  )
}
