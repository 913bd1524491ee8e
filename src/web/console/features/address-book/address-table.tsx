import { ADDRESS_NOTE_LENGTH_MAX, type SavedAddress } from '#protocol/console-api.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { DialogButton } from '#web/console/components/button.tsx'
import { HexText, TimeAgo } from '#web/console/components/values.tsx'
import { DataTable } from '#web/console/components/table.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { savedName } from '#web/console/lib/address-book.query.ts'
import { t } from '#web/ui/text.ts'
import { RemoveAddressDialog, AddressDialog } from './address-dialogs.tsx'

type AddressTableProps = { book: readonly SavedAddress[]; found: readonly SavedAddress[] }

/** The found entries of the book. */
export function AddressTable({ book, found }: AddressTableProps) {
  return (
    <DataTable
      label={t('Address book, by name')}
      items={found}
      keyOf={({ address }) => address}
      isWhole
      columns={[
        {
          head: t('Name'),
          className: 'font-medium [overflow-wrap:anywhere]',
          cell: ({ label }) => savedName(label),
        },
        {
          head: t('Address'),
          from: 'md',
          className: '',
          cell: ({ address, label }) => (
            <HexText
              value={checksum(address)}
              what={t('address of {name}', { name: savedName(label) })}
              names="none"
            />
          ),
          below: true,
        },
        {
          head: t('Note'),
          from: 'md',
          className: 'text-sm text-muted [overflow-wrap:anywhere]',
          cell: noteOf,
          below: true,
        },
        {
          head: t('Saved'),
          from: 'lg',
          cell: ({ updatedAtDatetime, savedBy }) => (
            <>
              <TimeAgo datetime={updatedAtDatetime} /> · {savedName(savedBy)}
            </>
          ),
        },
        {
          head: t('Actions'),
          kind: 'actions',
          cell: (saved) => <AddressActions saved={saved} book={book} />,
        },
      ]}
    />
  )
}

function noteOf({ note }: SavedAddress): string {
  return harmlessText(note, ADDRESS_NOTE_LENGTH_MAX).text
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
      <DialogButton
        aria-label={t('Remove {name}', { name })}
        dialog={(close) => <RemoveAddressDialog saved={saved} onClose={close} />}
      >
        {t('Remove')}
      </DialogButton>
    </div>
  )
}
