import { readSearch } from '#web/console/lib/read-search.ts'
import { transactionFilterSchema } from './organization-transactions.ts'
import type { Option } from '#web/console/components/field.tsx'
import { sameAddress } from '#protocol/display/address.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import type { TransactionKind } from '#protocol/token-functions.ts'
import { TRANSACTION_STATES } from '#protocol/transaction-states.ts'
import { SearchField, SmallSelect } from '#web/console/components/filter-fields.tsx'
import { statusLooks } from '#web/console/components/badge.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import type { TransactionsSearchParams } from '#web/console/lib/paths.ts'
import { tokenSymbol } from '#web/console/lib/display-names.ts'
import { periodChoices } from '#web/console/lib/period.ts'
import { t } from '#web/ui/text.ts'
import type { TransactionFilter } from './organization-transactions.ts'
import { addressSchema } from '#protocol/fields.ts'
import { useCallContext } from '#web/console/lib/use-call-context.ts'

type TransactionFiltersProps = {
  filter: TransactionFilter
  /** Whether the page offers the status. */
  hasStatus: boolean
  /** False if the service cannot filter by end-users and times. */
  ownersKnown: boolean
  onChange: (params: TransactionsSearchParams) => void
}

/** A list's filters. Each change starts at the newest again. */
export function TransactionFilters({ filter, hasStatus, ownersKnown, onChange }: TransactionFiltersProps) {
  const { tokens } = useCallContext()
  const { cursor: _, ...params } = filter
  const states = TRANSACTION_STATES.map((value) => ({ value, label: statusLooks()[value].label }))
  const select = (
    name: 'status' | 'kind' | 'token' | 'time',
    label: string,
    any: string,
    options: Option[],
  ) => (
    <SmallSelect
      label={label}
      value={params[name]}
      onChange={(value) => onChange({ ...params, [name]: value })}
      any={any}
      options={options}
    />
  )
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <SearchField
        label={ownersKnown ? t('Search by wallet or end-user') : t('Search by wallet address')}
        placeholder={ownersKnown ? t('Wallet, end-user, email') : t('Full wallet address')}
        q={searchedText(filter)}
        onSearch={(text) => onChange(withSearch(filter, text))}
      />
      {hasStatus && select('status', t('Status'), t('Any status'), states)}
      {ownersKnown && (
        <>
          {select('kind', t('Kind of call'), t('Any call'), kindChoices())}
          {select('token', t('Token'), t('Any token'), tokenChoices(filter, tokens))}
          {select('time', t('Period'), t('Any time'), periodChoices())}
        </>
      )}
    </div>
  )
}

/** The known tokens, and an unknown one from a link. */
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

/** Reads the filters from the address; invalid ones are ignored, so an old link still shows a list. */
export const readFilter = (search: URLSearchParams): TransactionFilter =>
  readSearch(transactionFilterSchema, search)

/** The search field's text: a wallet's address, or text about its user. */
export function searchedText({ wallet, user }: TransactionFilter): string {
  return wallet ?? user ?? ''
}

/** A list's parameters with another search text: a whole address selects that wallet, other text is searched. */
export function withSearch(filter: TransactionFilter, text: string): TransactionsSearchParams {
  const { status, kind, token, time } = filter
  const isAddress = addressSchema.safeParse(text).success
  return { status, kind, token, time, ...(isAddress ? { wallet: checksum(text) } : { user: text }) }
}

/** Whether any filter is set except `status`, which a page may have fixed. */
export function isNarrowed({ wallet, user, time, kind, token }: TransactionFilter): boolean {
  return [wallet, user, time, kind, token].some((one) => one !== undefined)
}
