import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { type SavedAddress, ADDRESS_NOTE_LENGTH_MAX } from '#protocol/console-api.ts'
import { DialogButton } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { SearchField } from '#web/console/components/filter-fields.tsx'
import { ImportAddressesDialog, AddressDialog } from './address-dialogs.tsx'
import { addressBookQuery, savedName } from '#web/console/lib/known-addresses.ts'
import { t } from '#web/ui/text.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { HexText, TimeAgo } from '#web/console/components/values.tsx'
import { DataTable } from '#web/console/components/table.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { ConfirmButton } from '#web/console/components/dialog.tsx'
import { runRoute } from '#web/console/lib/api.ts'

export function AddressBookPage() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const book = useQuery(addressBookQuery())
  const all = book.data ?? []
  const add = (label: string) => (
    <DialogButton tone="add" dialog={(close) => <AddressDialog saved={null} book={all} onClose={close} />}>
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
          {(content) => <AddressTable book={content} found={content.filter((saved) => matches(saved, q))} />}
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

type AddressTableProps = { book: readonly SavedAddress[]; found: readonly SavedAddress[] }

/** The found entries of the book. */
function AddressTable({ book, found }: AddressTableProps) {
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
          cell: ({ label }) => savedName(label),
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
        actions: {
          head: t('Actions'),
          kind: 'actions',
          cell: (saved) => <AddressActions saved={saved} book={book} />,
        },
      }}
    />
  )
}

function AddressActions({ saved, book }: { saved: SavedAddress; book: readonly SavedAddress[] }) {
  const name = savedName(saved.label)
  return (
    <div className="flex flex-wrap justify-end gap-1">
      <DialogButton
        aria-label={t('Change {name}', { name })}
        dialog={(close) => <AddressDialog saved={saved} book={book} onClose={close} />}
      >
        {t('Change')}
      </DialogButton>
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
