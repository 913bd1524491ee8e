import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { SavedAddress } from '#protocol/console-api.ts'
import { Button, DialogButton } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { SearchField } from '#web/console/components/filter-fields.tsx'
import {
  csvOfAddresses,
  ImportAddressesDialog,
  AddressDialog,
} from '#web/console/features/address-book/address-dialogs.tsx'
import { AddressTable } from '#web/console/features/address-book/address-table.tsx'
import { addressBookQuery } from '#web/console/lib/address-book.query.ts'
import { saveFile } from '#web/console/lib/save-file.ts'
import { t } from '#web/ui/text.ts'

export function AddressBookPage() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const book = useQuery(addressBookQuery())
  const all = book.data ?? []
  const add = (label: string) => (
    <DialogButton
      tone="primary"
      icon="plus"
      dialog={(close) => <AddressDialog saved={null} book={all} onClose={close} />}
    >
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
          <Button
            disabled={all.length === 0}
            onClick={() => saveFile('address-book.csv', 'text/csv', csvOfAddresses(all))}
          >
            {t('Export CSV')}
          </Button>
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
