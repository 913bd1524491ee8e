import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { type SavedAddress, ADDRESS_NOTE_LENGTH_MAX } from '#protocol/console-api.ts'
import { DialogButton } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { SearchField } from '#web/console/components/filter-fields.tsx'
import { addressBookQuery, savedName, useKnownAddress } from '#web/console/lib/known-addresses.ts'
import { t } from '#web/ui/text.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { HexText, TimeAgo } from '#web/console/components/values.tsx'
import { DataTable, actionsColumn } from '#web/console/components/table.tsx'
import { checksum, addressInputSchema } from '#web/console/lib/address-input.ts'
import { ConfirmButton, FormDialog } from '#web/console/components/dialog.tsx'
import { runRoute } from '#web/console/lib/api.ts'
import { useWatch } from 'react-hook-form'
import { formSchema, type FormValues } from './address-form.ts'
import { ImportAddressesDialog } from './import-addresses-dialog.tsx'
import { TextAreaField, TextField } from '#web/console/components/field.tsx'
import { ChangeButton, Notice } from '#web/console/components/notice.tsx'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'

export function AddressBookPage() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const book = useQuery(addressBookQuery())
  const add = (label: string) => (
    <DialogButton tone="add" dialog={(close) => <AddressDialog saved={null} onClose={close} />}>
      {label}
    </DialogButton>
  )
  return (
    <Page
      title={t('Address book')}
      purpose={t(
        'Names for addresses you use. They are displayed wherever the address appears, and help to detect look-alikes.',
      )}
      actions={
        <>
          <DialogButton dialog={(close) => <ImportAddressesDialog onClose={close} />}>
            {t('Import')}
          </DialogButton>
          {add(t('Add an address'))}
        </>
      }
    >
      <div className="mb-4">
        <SearchField
          label={t('Search names, addresses and notes')}
          placeholder={t('Name, address or note')}
          q={q}
          onSearch={(text) => setSearch(text === '' ? {} : { q: text }, { replace: true })}
        />
      </div>
      <Card flush>
        <Loaded
          query={book}
          skeleton={<SkeletonRows rows={5} label={t('Loading the address book')} />}
          isEmpty={(content) => !content.some((saved) => matches(saved, q))}
          empty={<NoAddresses q={q} action={add(t('Add the first address'))} />}
        >
          {(content) => <AddressTable found={content.filter((saved) => matches(saved, q))} />}
        </Loaded>
      </Card>
    </Page>
  )
}

function matches({ address, label, note }: SavedAddress, q: string): boolean {
  const wanted = q.toLowerCase()
  return [address, label, note].some((text) => text.toLowerCase().includes(wanted))
}

function NoAddresses({ q, action }: { q: string; action: ReactNode }) {
  if (q !== '') {
    return (
      <EmptyState icon="search" title={t('No entry found')}>
        {t('No results for “{q}”.', { q })}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="book" title={t('No names yet')} action={action}>
      {t('Name your treasury, an exchange or a partner, and see the name on every transaction.')}
    </EmptyState>
  )
}

function AddressTable({ found }: { found: readonly SavedAddress[] }) {
  return (
    <DataTable
      name="address-book"
      label={t('Address book, by name')}
      items={found.map((saved) => ({ ...saved, address: checksum(saved.address) }))}
      keyOf={({ address }) => address}
      isWhole
      columns={{
        name: {
          head: t('Name'),
          className: 'font-medium [overflow-wrap:anywhere]',
          cell: ({ label, payeeName }) => (
            <>
              {savedName(label)}
              {payeeName !== null && (
                <p className="text-sm font-normal text-muted">
                  {t('Payers read “{name}”', { name: savedName(payeeName) })}
                </p>
              )}
            </>
          ),
        },
        address: {
          head: t('Address'),
          from: 'md',
          className: '',
          cell: ({ address, label }) => (
            <HexText value={address} what={t('address of {name}', { name: savedName(label) })} names="none" />
          ),
          below: true,
        },
        note: {
          head: t('Note'),
          from: 'md',
          className: 'text-sm text-muted [overflow-wrap:anywhere]',
          cell: ({ note }) => harmlessText(note, ADDRESS_NOTE_LENGTH_MAX).text,
          below: true,
        },
        saved: {
          head: t('Saved'),
          from: 'lg',
          cell: ({ updatedAtDatetime, savedBy }) => (
            <>
              <TimeAgo datetime={updatedAtDatetime} /> · {savedName(savedBy)}
            </>
          ),
        },
        actions: actionsColumn((saved: SavedAddress) => <AddressActions saved={saved} />),
      }}
    />
  )
}

function AddressActions({ saved }: { saved: SavedAddress }) {
  const name = savedName(saved.label)
  return (
    <div className="flex flex-wrap justify-end gap-1">
      <DialogButton
        aria-label={t('Change {name}', { name })}
        dialog={(close) => <AddressDialog saved={saved} onClose={close} />}
      >
        {t('Change')}
      </DialogButton>
      <PayeeButton saved={saved} />
      <ConfirmButton
        label={t('Remove')}
        button={{ 'aria-label': t('Remove {name}', { name }) }}
        title={t('Remove this entry?')}
        action={t('Remove')}
        name={saved.label}
        run={() => runRoute('DELETE /api/addresses/:address', { params: { address: saved.address } })}
        list={addressBookQuery().queryKey}
      >
        {t('The address is then displayed without a name. Nothing changes on the chain.')}
      </ConfirmButton>
    </div>
  )
}

/** The organization's word to those who pay there, which later changes of the name leave as it is; or no longer. */
function PayeeButton({ saved: { address, label, payeeName } }: { saved: SavedAddress }) {
  const route = 'PUT /api/addresses/:address/payee'
  const name = savedName(label)
  const payee = payeeName !== label
  return (
    <ChangeButton
      route={route}
      silent
      change={() => runRoute(route, { params: { address }, body: { payee } })}
      list={addressBookQuery().queryKey}
      aria-label={payee ? t('Show {name} to payers', { name }) : t('Hide {name} from payers', { name })}
    >
      {payee ? t('Show to payers') : t('Hide from payers')}
    </ChangeButton>
  )
}

type AddressDialogProps = { saved: SavedAddress | null; onClose: () => void }

/** Names an address, or changes its entry. */
export function AddressDialog({ saved, onClose }: AddressDialogProps) {
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
  await runRoute('PUT /api/addresses/:address', { params: { address }, body })
}
