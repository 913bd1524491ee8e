import { useQuery } from '@tanstack/react-query'
import { ADDRESS_LABEL_LENGTH_MAX } from '#protocol/org/address-book.ts'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { addressBookQuery } from '#web/console/lib/address-book.query.ts'
import { t } from '#web/ui/text.ts'
import { Icon } from './icon.tsx'

/** The address book's name for an address, or a warning when it imitates one that is in the book. */
export function AddressName({ address }: { address: string }) {
  const book = useQuery(addressBookQuery())
  const saved = book.data?.find((one) => one.address === address.toLowerCase())
  if (saved !== undefined)
    return <span className="block text-sm font-medium [overflow-wrap:anywhere]">{shown(saved.label)}</span>
  const original = imitatedBy(address, book.data ?? [])
  if (original === undefined) return null
  return (
    <span className="flex items-start gap-1.5 text-sm text-danger">
      <Icon name="warning" className="mt-0.5 size-3.5" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {t('Looks like {name}, but is a different address', { name: shown(original.label) })}
      </span>
    </span>
  )
}

const shown = (label: string) => harmlessText(label, ADDRESS_LABEL_LENGTH_MAX).text
