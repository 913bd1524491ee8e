import { ADDRESS_NOTE_LENGTH_MAX, type SavedAddress } from '#protocol/console-api.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { Button } from '#web/console/components/button.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Cell, HeadCell, Row, Table } from '#web/console/components/table.tsx'
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
    <Table label={t('Address book, by name')}>
      <thead>
        <tr>
          <HeadCell>{t('Address')}</HeadCell>
          <HeadCell className="hidden md:table-cell">{t('Note')}</HeadCell>
          <HeadCell className="hidden lg:table-cell">{t('Saved')}</HeadCell>
          <HeadCell>
            <span className="sr-only">{t('Actions')}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {book.map((saved) => (
          <AddressRow key={saved.address} {...{ saved, onChange, onRemove }} />
        ))}
      </tbody>
    </Table>
  )
}

function AddressRow({
  saved,
  onChange,
  onRemove,
}: Omit<AddressTableProps, 'book'> & { saved: SavedAddress }) {
  const name = savedName(saved.label)
  const note = harmlessText(saved.note, ADDRESS_NOTE_LENGTH_MAX).text
  return (
    <Row>
      <Cell>
        <HexText value={checksum(saved.address)} what={t('address of {name}', { name })} />
        {note !== '' && <p className="text-sm text-muted [overflow-wrap:anywhere] md:hidden">{note}</p>}
      </Cell>
      <Cell className="hidden text-sm text-muted [overflow-wrap:anywhere] md:table-cell">{note}</Cell>
      <Cell className="hidden text-sm text-muted lg:table-cell">
        <TimeAgo datetime={saved.updatedAtDatetime} />
        <span className="block text-xs">{savedName(saved.savedBy)}</span>
      </Cell>
      <Cell>
        <div className="flex flex-wrap justify-end gap-1">
          <Button aria-label={t('Change {name}', { name })} onClick={() => onChange(saved)}>
            {t('Change')}
          </Button>
          <Button aria-label={t('Remove {name}', { name })} onClick={() => onRemove(saved)}>
            {t('Remove')}
          </Button>
        </div>
      </Cell>
    </Row>
  )
}
