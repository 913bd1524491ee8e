import { useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { t } from '#web/ui/text.ts'
import { removeToken } from './remove-token.ts'
import { harmlessSymbol } from './token-names.ts'
import type { ListedToken } from './tokens-table.tsx'

export function RemoveTokenDialog({ token, onClose }: { token: ListedToken; onClose: () => void }) {
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title={t('Remove this token from the list?')}
      action={t('Remove token')}
      name={harmlessSymbol(token)}
      run={() => removeToken(token.address)}
      onDone={async () => {
        await queryClient.invalidateQueries({ queryKey: ['tokens'] })
        void queryClient.invalidateQueries({ queryKey: ['balances'] })
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {token.origin === 'default'
          ? t(
              'Wallets keep their balance of it and display it as an unknown token. You can restore it at any time.',
            )
          : t(
              'Wallets keep their balance of it and display it as an unknown token. To allow it again, look it up again.',
            )}
      </p>
      <HexText value={checksum(token.address)} what={t('contract address')} />
    </ConfirmDialog>
  )
}
