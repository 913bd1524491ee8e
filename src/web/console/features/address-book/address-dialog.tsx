import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import { ADDRESS_BOOK_ENDPOINTS } from '#protocol/console/address-book-endpoints.ts'
import type { SavedAddress } from '#protocol/console/address-book.ts'
import { FormDialog } from '#web/console/components/dialog.tsx'
import { TextAreaField, TextField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { checksum, addressInputSchema } from '#web/console/lib/address-input.ts'
import { consoleApi } from '#web/console/lib/api.ts'
import { addressBookQuery, useKnownAddress } from '#web/console/lib/known-addresses.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'
import { formSchema, type FormValues } from './address-form.ts'

type AddressDialogProps = { saved: SavedAddress | null; onClose: () => void }

/** Adds a name for an address, or edits an entry. */
export function AddressDialog({ saved, onClose }: AddressDialogProps): ReactElement {
  const { form, field, frame } = useSchemaForm(formSchema, {
    defaultValues: {
      address: saved === null ? '' : checksum(saved.address),
      label: saved?.label ?? '',
      note: saved?.note ?? '',
    },
    send: saveAddress,
    refetch: addressBookQuery().queryKey,
    onDone: onClose,
  })
  const typed = useWatch({ control: form.control, name: 'address' }).trim()
  const isAddress = addressInputSchema.safeParse(typed).success
  const { imitated, isUnchecked } = useKnownAddress(typed, { enabled: isAddress && saved === null })
  return (
    <FormDialog
      title={saved === null ? t('Add an address') : t('Change this entry')}
      purpose={t('Displayed wherever this address appears, to everyone in this organization.')}
      onClose={onClose}
      {...frame}
      action={t('Save')}
    >
      <TextField
        label={t('Address')}
        mono
        readOnly={saved !== null}
        autoFocus={saved === null}
        {...field('address')}
      />
      {imitated !== undefined && (
        <Notice tone="warning" announce title={t('This looks like another address')}>
          {t('It starts and ends like {name}, but is different. Check every character before you save it.', {
            name: imitated.name,
          })}
        </Notice>
      )}
      {isUnchecked && (
        <Notice tone="warning" announce title={t('This address could not be checked')}>
          {t(
            'It was not compared with the addresses that you know. Check every character before you save it.',
          )}
        </Notice>
      )}
      <TextField label={t('Name')} autoFocus={saved !== null} {...field('label')} />
      <TextAreaField label={t('Note')} optional rows={2} {...field('note')} />
    </FormDialog>
  )
}

async function saveAddress({ address, ...body }: FormValues): Promise<void> {
  await consoleApi.call(ADDRESS_BOOK_ENDPOINTS.saveAddress, { params: { address }, body })
}
