import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import { addressBookQuery, savedName } from '#web/console/lib/address-book.query.ts'
import { t } from '#web/ui/text.ts'
import { CopyButton } from './copy-button.tsx'
import { Icon } from './icon.tsx'

type HexTextProps = {
  /** 0x and hex digits; addresses already in their checksummed form. */
  value: string
  /** Names the value in the copy button: "wallet address". */
  what: string
  copyable?: boolean
  className?: string
}

const GROUPS = /.{1,4}/g
const ADDRESS_DIGITS = 40

/**
 * A full address or hash in groups that are easy to compare. The gaps are margins, so that the selected
 * and copied text has none.
 */
export function HexText({ value, what, copyable = true, className = '' }: HexTextProps) {
  const digits = value.startsWith('0x') ? value.slice(2) : value
  const groups = digits.match(GROUPS) ?? []
  const prefix = value.startsWith('0x') ? '0x' : ''
  const isAddress = prefix !== '' && digits.length === ADDRESS_DIGITS
  return (
    <span className={`inline-flex min-w-0 flex-col ${className}`}>
      {isAddress && <AddressName address={value} />}
      <span className="inline-flex min-w-0 items-center gap-1">
        <span className="min-w-0 font-mono text-sm text-balance [word-break:keep-all]">
          {groups.map((group, index) => (
            // The groups of one value never move, so their index is their identity.
            <Fragment key={`${index}-${group}`}>
              {index > 0 && <wbr />}
              <span
                className={`not-last:mr-[0.35em] ${index < 2 || index === groups.length - 1 ? '' : 'text-muted'}`}
              >
                {index === 0 ? prefix + group : group}
              </span>
            </Fragment>
          ))}
        </span>
        {copyable && <CopyButton text={value} what={what} />}
      </span>
    </span>
  )
}

/** The address book's name for an address, or a warning if it imitates one in the book. */
function AddressName({ address }: { address: string }) {
  const book = useQuery(addressBookQuery())
  const saved = book.data?.find((one) => one.address === address.toLowerCase())
  if (saved !== undefined)
    return (
      <span className="block text-sm font-medium [overflow-wrap:anywhere]">{savedName(saved.label)}</span>
    )
  const original = imitatedBy(address, book.data ?? [])
  if (original === undefined) return null
  return (
    <span className="flex items-start gap-1.5 text-sm text-danger">
      <Icon name="warning" className="mt-0.5 size-3.5" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {t('Looks like {name}, but is a different address', { name: savedName(original.label) })}
      </span>
    </span>
  )
}
