import { ADDRESS_NOTE_LENGTH_MAX, type SavedAddress } from '#protocol/console-api.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { Button } from '#web/console/components/button.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { DataTable } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { savedName } from '#web/console/lib/address-book.query.ts'
import { t } from '#web/ui/text.ts'

type AddressTableProps = {
  book: readonly SavedAddress[]
  onChange: (saved: SavedAddress) => void
  onRemove: (saved: SavedAddress) => void
}

export function AddressTable({ book, onChange, onRemove }: AddressTableProps) {
  return (
    <DataTable
      label={t('Address book, by name')}
      items={book}
      keyOf={({ address }) => address}
      columns={[
        {
          head: t('Address'),
          cell: ({ address, label }) => (
            <HexText value={checksum(address)} what={t('address of {name}', { name: savedName(label) })} />
          ),
        },
        {
          head: t('Note'),
          from: 'md',
          className: 'text-sm text-muted [overflow-wrap:anywhere]',
          cell: noteOf,
          below: noteOf,
        },
        {
          head: t('Saved'),
          from: 'lg',
          className: 'text-sm text-muted',
          cell: ({ updatedAtDatetime, savedBy }) => (
            <>
              <TimeAgo datetime={updatedAtDatetime} />
              <span className="block text-xs">{savedName(savedBy)}</span>
            </>
          ),
        },
        {
          head: t('Actions'),
          kind: 'actions',
          cell: (saved) => <AddressActions {...{ saved, onChange, onRemove }} />,
        },
      ]}
    />
  )
}

function noteOf({ note }: SavedAddress): string {
  return harmlessText(note, ADDRESS_NOTE_LENGTH_MAX).text
}

function AddressActions({
  saved,
  onChange,
  onRemove,
}: Omit<AddressTableProps, 'book'> & { saved: SavedAddress }) {
  const name = savedName(saved.label)
  return (
    <div className="flex flex-wrap justify-end gap-1">
      <Button aria-label={t('Change {name}', { name })} onClick={() => onChange(saved)}>
        {t('Change')}
      </Button>
      <Button aria-label={t('Remove {name}', { name })} onClick={() => onRemove(saved)}>
        {t('Remove')}
      </Button>
    </div>
  )
}
