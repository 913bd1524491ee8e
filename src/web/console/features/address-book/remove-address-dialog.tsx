import type { SavedAddress } from '#protocol/org/address-book.ts'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { addressBookQuery } from '#web/console/lib/address-book.query.ts'
import { t } from '#web/ui/text.ts'
import { removeAddress } from './remove-address.ts'

export function RemoveAddressDialog({ saved, onClose }: { saved: SavedAddress; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t('Remove this entry?')}
      action={t('Remove')}
      name={saved.label}
      run={() => removeAddress(saved.address)}
      list={addressBookQuery().queryKey}
      onClose={onClose}
    >
      <p>{t('The address is then displayed without a name. Nothing changes on the chain.')}</p>
    </ConfirmDialog>
  )
}
