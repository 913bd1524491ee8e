import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import { saveAddressRequestSchema, type SavedAddress } from '#protocol/org/address-book.ts'
import { Button } from '#web/console/components/button.tsx'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { TextAreaField, TextField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { addressBookQuery } from '#web/console/lib/address-book.query.ts'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { removeAddress, saveAddress } from './saved-address-requests.ts'

const formSchema = z.object({ address: addressInputSchema, ...saveAddressRequestSchema.shape })
type FormValues = z.infer<typeof formSchema>

type AddressDialogProps = { saved: SavedAddress | null; book: readonly SavedAddress[]; onClose: () => void }

/** Names an address, or changes its entry. */
export function AddressDialog({ saved, book, onClose }: AddressDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm<FormValues>({
    resolver: zodResolver(formSchema),
    defaultValues: {
      address: saved === null ? '' : checksum(saved.address),
      label: saved?.label ?? '',
      note: saved?.note ?? '',
    },
  })
  const { errors } = form.formState
  const { submit, problem, isPending } = useSubmit(form, {
    send: saveAddress,
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: addressBookQuery().queryKey })
      onClose()
    },
    fields: { address: 'address', label: 'label', note: 'note' },
  })
  return (
    <Dialog
      title={saved === null ? t('Add an address') : t('Change this entry')}
      purpose={t('Displayed wherever this address appears, to everyone in this organization.')}
      onClose={onClose}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label={t('Address')}
          mono
          spellCheck={false}
          readOnly={saved !== null}
          autoFocus={saved === null}
          error={errors.address?.message}
          {...form.register('address')}
        />
        <Imitation control={form.control} book={book} />
        <TextField
          label={t('Name')}
          autoFocus={saved !== null}
          error={errors.label?.message}
          {...form.register('label')}
        />
        <TextAreaField
          label={t('Note')}
          optional
          rows={2}
          error={errors.note?.message}
          {...form.register('note')}
        />
        <ProblemPanel error={problem} />
        <div className="flex justify-end">
          <Button type="submit" tone="primary" size="md" pending={isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
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
      run={() => removeAddress(saved.address)}
      list={addressBookQuery().queryKey}
      onClose={onClose}
    >
      <p>{t('The address is then displayed without a name. Nothing changes on the chain.')}</p>
    </ConfirmDialog>
  )
}
