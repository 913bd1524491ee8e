import { type useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import { type SavedAddress, saveAddressRequestSchema } from '#protocol/console-api.ts'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { FormDialog } from '#web/console/components/dialog.tsx'
import { TextAreaField, TextField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { addressBookQuery } from '#web/console/lib/address-book.query.ts'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'
import { t } from '#web/ui/text.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { runRoute } from '#web/console/lib/api.ts'

const formSchema = z.object({ address: addressInputSchema, ...saveAddressRequestSchema.shape })
type FormValues = z.infer<typeof formSchema>

type AddressDialogProps = { saved: SavedAddress | null; book: readonly SavedAddress[]; onClose: () => void }

/** Names an address, or changes its entry. */
export function AddressDialog({ saved, book, onClose }: AddressDialogProps) {
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
        spellCheck={false}
        readOnly={saved !== null}
        autoFocus={saved === null}
        {...field('address')}
      />
      <Imitation control={form.control} book={book} />
      <TextField label={t('Name')} autoFocus={saved !== null} {...field('label')} />
      <TextAreaField label={t('Note')} optional rows={2} {...field('note')} />
    </FormDialog>
  )
}

type ImitationProps = {
  control: ReturnType<typeof useForm<FormValues>>['control']
  book: readonly SavedAddress[]
}

function Imitation({ control, book }: ImitationProps) {
  const typed = useWatch({ control, name: 'address' }).trim()
  const original = /^0x[0-9a-f]{40}$/i.test(typed) ? imitatedBy(typed, book) : undefined
  if (original === undefined) return null
  return (
    <Notice tone="warning" announce title={t('This looks like another address')}>
      {t('It starts and ends like {name}, but is different. Check every character before you save it.', {
        name: original.label,
      })}
    </Notice>
  )
}

export function RemoveAddressDialog({ saved, onClose }: { saved: SavedAddress; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t('Remove this entry?')}
      action={t('Remove')}
      name={saved.label}
      run={() => runRoute('DELETE /api/addresses/:address', { params: { address: saved.address } })}
      list={addressBookQuery().queryKey}
      onClose={onClose}
    >
      <p>{t('The address is then displayed without a name. Nothing changes on the chain.')}</p>
    </ConfirmDialog>
  )
}

export async function saveAddress({ address, ...body }: FormValues): Promise<void> {
  await runRoute('PUT /api/addresses/:address', { params: { address }, body })
}
