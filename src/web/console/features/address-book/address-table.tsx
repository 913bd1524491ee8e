import type { ReactElement } from 'react'
import { ADDRESS_BOOK_ENDPOINTS } from '#protocol/console/address-book-endpoints.ts'
import { type SavedAddress, ADDRESS_NOTE_LENGTH_MAX } from '#protocol/console/address-book.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { DialogButton } from '#web/console/components/button.tsx'
import { ConfirmButton } from '#web/console/components/dialog.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { ChangeButton } from '#web/console/components/notice.tsx'
import { actionsColumn, DataTable } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { consoleApi } from '#web/console/lib/api.ts'
import { addressBookQuery, savedName } from '#web/console/lib/known-addresses.ts'
import { t } from '#web/ui/text.ts'
import { AddressDialog } from './address-dialog.tsx'

export function AddressTable({ found }: { found: readonly SavedAddress[] }): ReactElement {
  return (
    <DataTable
      name="address-book"
      label={t('Address book, by name')}
      items={found.map((saved) => ({ ...saved, address: checksum(saved.address) }))}
      getKey={({ address }) => address}
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
        run={() =>
          consoleApi.call(ADDRESS_BOOK_ENDPOINTS.removeAddress, { params: { address: saved.address } })
        }
        list={addressBookQuery().queryKey}
      >
        {t('The address is then displayed without a name. Nothing changes on the chain.')}
      </ConfirmButton>
    </div>
  )
}

/**
 * Shows the address's current name to payers, or hides it. Later changes of the entry do not change the name
 * that payers see.
 */
function PayeeButton({ saved: { address, label, payeeName } }: { saved: SavedAddress }) {
  const { verifyPayee } = ADDRESS_BOOK_ENDPOINTS
  const name = savedName(label)
  const payee = payeeName !== label
  return (
    <ChangeButton
      access={verifyPayee}
      silent
      change={() => consoleApi.call(verifyPayee, { params: { address }, body: { payee } })}
      list={addressBookQuery().queryKey}
      aria-label={payee ? t('Show {name} to payers', { name }) : t('Hide {name} from payers', { name })}
    >
      {payee ? t('Show to payers') : t('Hide from payers')}
    </ChangeButton>
  )
}
