import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SavedAddress } from '#protocol/console-api.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card, EmptyState } from '#web/console/components/card.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { Page } from '#web/console/components/page.tsx'
import { SearchField } from '#web/console/components/filter-fields.tsx'
import {
  csvOfAddresses,
  ImportAddressesDialog,
} from '#web/console/features/address-book/import-addresses-dialog.tsx'
import { AddressDialog, RemoveAddressDialog } from '#web/console/features/address-book/address-dialog.tsx'
import { AddressTable } from '#web/console/features/address-book/address-table.tsx'
import { addressBookQuery } from '#web/console/lib/address-book.query.ts'
import { saveFile } from '#web/console/lib/save-file.ts'
import { t } from '#web/ui/text.ts'

type Open = { kind: 'add' } | { kind: 'import' } | { kind: 'change' | 'remove'; saved: SavedAddress }

export function AddressBookPage() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const [open, setOpen] = useState<Open | null>(null)
  const book = useQuery(addressBookQuery())
  const all = book.data ?? []
  const close = () => setOpen(null)
  return (
    <Page
      title={t('Address book')}
      purpose={t(
        'Names for addresses you use. They are displayed wherever the address appears, and help to detect look-alikes.',
      )}
      actions={
        <>
          <Button onClick={() => setOpen({ kind: 'import' })}>{t('Import')}</Button>
          <Button
            disabled={all.length === 0}
            onClick={() => saveFile('address-book.csv', 'text/csv', csvOfAddresses(all))}
          >
            {t('Export CSV')}
          </Button>
          <Button tone="primary" icon="plus" onClick={() => setOpen({ kind: 'add' })}>
            {t('Add an address')}
          </Button>
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
        <Loaded query={book} skeleton={<SkeletonRows rows={5} label={t('Loading the address book')} />}>
          {(content) => {
            const found = content.filter((saved) => matches(saved, q))
            if (found.length === 0) return <NoAddresses q={q} onAdd={() => setOpen({ kind: 'add' })} />
            return (
              <AddressTable
                book={found}
                onChange={(saved) => setOpen({ kind: 'change', saved })}
                onRemove={(saved) => setOpen({ kind: 'remove', saved })}
              />
            )
          }}
        </Loaded>
      </Card>
      {open?.kind === 'add' && <AddressDialog saved={null} book={all} onClose={close} />}
      {open?.kind === 'change' && <AddressDialog saved={open.saved} book={all} onClose={close} />}
      {open?.kind === 'remove' && <RemoveAddressDialog saved={open.saved} onClose={close} />}
      {open?.kind === 'import' && <ImportAddressesDialog onClose={close} />}
    </Page>
  )
}

function matches({ address, label, note }: SavedAddress, q: string): boolean {
  const wanted = q.toLowerCase()
  return [address, label, note].some((text) => text.toLowerCase().includes(wanted))
}

function NoAddresses({ q, onAdd }: { q: string; onAdd: () => void }) {
  if (q !== '') {
    return (
      <EmptyState icon="search" title={t('No entry found')}>
        {t('No results for “{q}”.', { q })}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="book"
      title={t('No names yet')}
      action={
        <Button tone="primary" icon="plus" onClick={onAdd}>
          {t('Add the first address')}
        </Button>
      }
    >
      {t('Name your treasury, an exchange or a partner, and see the name on every transaction.')}
    </EmptyState>
  )
}
