import { sameAddress } from '#protocol/display/address.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { TRANSACTION_KINDS } from '#protocol/token-functions.ts'
import { TRANSACTION_STATES } from '#protocol/org/transaction-states.ts'
import { SearchField, SmallSelect } from '#web/console/components/filter-fields.tsx'
import { statusLooks } from '#web/console/components/badge.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import type { TransactionsSearchParams } from '#web/console/lib/paths.ts'
import { tokenSymbol } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { kindChoices, periodChoices, searchedText, withSearch } from './transaction-filter.ts'
import { type TransactionFilter } from './organization-transactions.ts'

type TransactionFiltersProps = {
  filter: TransactionFilter
  /** Whether the page offers the status. */
  hasStatus: boolean
  /** The choices of tokens. */
  tokens: readonly KnownToken[]
  /** False if the service cannot filter by end-users and times. */
  ownersKnown: boolean
  onChange: (params: TransactionsSearchParams) => void
}

/** A list's filters. Each change starts at the newest again. */
export function TransactionFilters({
  filter,
  hasStatus,
  tokens,
  ownersKnown,
  onChange,
}: TransactionFiltersProps) {
  const { cursor: _, ...params } = filter
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <SearchField
        label={ownersKnown ? t('Search by wallet or end-user') : t('Search by wallet address')}
        placeholder={ownersKnown ? t('Wallet, end-user, email') : t('Full wallet address')}
        q={searchedText(filter)}
        onSearch={(text) => onChange(withSearch(filter, text))}
      />
      {hasStatus && (
        <SmallSelect
          label={t('Status')}
          value={filter.status ?? ''}
          onChange={(status) => onChange({ ...params, status })}
        >
          <option value="">{t('Any status')}</option>
          {TRANSACTION_STATES.map((status) => (
            <option key={status} value={status}>
              {statusLooks()[status].label}
            </option>
          ))}
        </SmallSelect>
      )}
      {ownersKnown && <CallFilters filter={filter} tokens={tokens} onChange={onChange} />}
      {ownersKnown && (
        <SmallSelect
          label={t('Period')}
          value={filter.time ?? ''}
          onChange={(time) => onChange({ ...params, time })}
        >
          <option value="">{t('Any time')}</option>
          {periodChoices().map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SmallSelect>
      )}
    </div>
  )
}

type CallFiltersProps = Pick<TransactionFiltersProps, 'filter' | 'tokens' | 'onChange'>

/** By the call's kind, and by its token. */
function CallFilters({ filter, tokens, onChange }: CallFiltersProps) {
  const { cursor: _, ...params } = filter
  const words = kindChoices()
  return (
    <>
      <SmallSelect
        label={t('Kind of call')}
        value={filter.kind ?? ''}
        onChange={(kind) => onChange({ ...params, kind })}
      >
        <option value="">{t('Any call')}</option>
        {TRANSACTION_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {words[kind]}
          </option>
        ))}
      </SmallSelect>
      <SmallSelect
        label={t('Token')}
        value={filter.token ?? ''}
        onChange={(token) => onChange({ ...params, token })}
      >
        <option value="">{t('Any token')}</option>
        {tokenChoices(filter, tokens).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SmallSelect>
    </>
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
