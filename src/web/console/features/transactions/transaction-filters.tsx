import type { ReactElement } from 'react'
import { sameAddress } from '#protocol/display/address.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { addressSchema } from '#protocol/fields.ts'
import type { TransactionKind } from '#protocol/token-functions.ts'
import { TRANSACTION_STATES } from '#protocol/transaction-states.ts'
import { statusLooks } from '#web/console/components/badge.tsx'
import { FilterSelects } from '#web/console/components/filter-fields.tsx'
import { FilterRow } from '#web/console/components/filter-panel.tsx'
import { SearchField } from '#web/console/components/search-field.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { useCallContext } from '#web/console/lib/calls.ts'
import { periodChoices, tokenSymbol } from '#web/console/lib/display.ts'
import { countFilters, type SearchOf } from '#web/console/lib/filters.ts'
import { t } from '#web/ui/text.ts'
import type { TransactionFilter } from './organization-transactions.tsx'

type TransactionFiltersProps = {
  filter: TransactionFilter
  /** Whether the user can filter by status. */
  hasStatus: boolean
  /** False if the service cannot filter by end-user and time. */
  ownersKnown: boolean
  /** Path of the list with these filters. */
  href: (params: SearchOf<'transactions'>) => string
  onChange: (params: SearchOf<'transactions'>) => void
}

/** Filters of a list. Each change returns to the newest transactions. */
export function TransactionFilters({
  filter,
  hasStatus,
  ownersKnown,
  href,
  onChange,
}: TransactionFiltersProps): ReactElement {
  const { tokens } = useCallContext()
  const { cursor: _, ...params } = filter
  const states = TRANSACTION_STATES.map((value) => ({ value, label: statusLooks()[value].label }))
  return (
    <FilterRow
      label={t('Transactions')}
      count={countFilters(params, 'wallet', 'user')}
      clear={href({})}
      search={
        <SearchField
          label={ownersKnown ? t('Search by wallet or end-user') : t('Search by wallet address')}
          placeholder={ownersKnown ? t('Wallet, end-user, email') : t('Full wallet address')}
          q={searchedText(filter)}
          onSearch={(text) => onChange(withSearch(filter, text))}
        />
      }
    >
      <FilterSelects
        filter={params}
        onChange={onChange}
        selects={[
          hasStatus && { name: 'status', label: t('Status'), any: t('All statuses'), options: states },
          ownersKnown && {
            name: 'kind',
            label: t('Kind of call'),
            any: t('All calls'),
            options: kindChoices(),
          },
          ownersKnown && {
            name: 'token',
            label: t('Token'),
            any: t('All tokens'),
            options: tokenChoices(filter, tokens),
          },
          ownersKnown && { name: 'time', label: t('Period'), any: t('Any time'), options: periodChoices() },
        ]}
      />
    </FilterRow>
  )
}

/** Known tokens, plus an unknown one from a link. */
function tokenChoices({ token }: TransactionFilter, tokens: readonly KnownToken[]) {
  const known = tokens.map(({ address, symbol }) => ({
    value: checksum(address),
    label: tokenSymbol(symbol) || checksum(address),
  }))
  const isKnown = token === undefined || known.some(({ value }) => sameAddress(value, token))
  return isKnown ? known : [...known, { value: token, label: `${token.slice(0, 8)}…${token.slice(-6)}` }]
}

const kindChoices = (): { value: TransactionKind; label: string }[] => [
  { value: 'transfer', label: t('Transfers') },
  { value: 'approve', label: t('Allowances and approvals') },
  { value: 'approve-all', label: t('Operators') },
  { value: 'wallet', label: t('Wallet self-calls') },
  { value: 'other', label: t('Other calls') },
]

/** Text of the search field: a wallet's address, or text about its user. */
export function searchedText({ wallet, user }: TransactionFilter): string {
  return wallet ?? user ?? ''
}

/**
 * Parameters of a list with another search text. A full address selects that wallet, and other text is
 * searched.
 */
export function withSearch(filter: TransactionFilter, text: string): SearchOf<'transactions'> {
  const { status, kind, token, time } = filter
  const isAddress = addressSchema.safeParse(text).success
  return { status, kind, token, time, ...(isAddress ? { wallet: checksum(text) } : { user: text }) }
}
