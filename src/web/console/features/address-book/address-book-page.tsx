import { useQuery } from '@tanstack/react-query'
import type { ReactNode, ReactElement } from 'react'
import { useSearchParams } from 'react-router'
import type { SavedAddress } from '#protocol/console/address-book.ts'
import { DialogButton } from '#web/console/components/button.tsx'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page } from '#web/console/components/page.tsx'
import { SearchField } from '#web/console/components/search-field.tsx'
import { addressBookQuery } from '#web/console/lib/known-addresses.ts'
import { t } from '#web/ui/text.ts'
import { AddressDialog } from './address-dialog.tsx'
import { AddressTable } from './address-table.tsx'
import { ImportAddressesDialog } from './import-addresses-dialog.tsx'

export function AddressBookPage(): ReactElement {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const book = useQuery(addressBookQuery())
  const dialog = (close: () => void) => <AddressDialog saved={null} onClose={close} />
  return (
    <Page
      title={t('Address book')}
      actions={
        <>
          <DialogButton dialog={(close) => <ImportAddressesDialog onClose={close} />}>
            {t('Import')}
          </DialogButton>
          <DialogButton tone="add" linkedAs="newAddress" dialog={dialog}>
            {t('Add an address')}
          </DialogButton>
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
          empty={
            <NoAddresses
              q={q}
              action={
                <DialogButton tone="add" dialog={dialog}>
                  {t('Add the first address')}
                </DialogButton>
              }
            />
          }
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
