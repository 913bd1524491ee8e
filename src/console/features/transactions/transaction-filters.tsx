import { TRANSACTION_STATES } from '#shared/org/transaction-states.ts'
import { SearchField } from '#console/components/search-field.tsx'
import { SmallSelect } from '#console/components/small-select.tsx'
import { statusLooks } from '#console/components/status-badge.tsx'
import type { TransactionsPlace } from '#console/lib/paths.ts'
import { t } from '#console/lib/text.ts'
import { periodChoices, searchedText, withSearch, type TransactionFilter } from './transaction-filter.ts'

type TransactionFiltersProps = {
  filter: TransactionFilter
  /** Whether the page lets its status be chosen. */
  hasStatus: boolean
  /** False where the service cannot look for end-users and times. */
  ownersKnown: boolean
  onChange: (place: TransactionsPlace) => void
}

/** What a list is narrowed to. Each change begins at the newest again. */
export function TransactionFilters({ filter, hasStatus, ownersKnown, onChange }: TransactionFiltersProps) {
  const { cursor: _, ...place } = filter
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <SearchField
        label={ownersKnown ? t('Search by wallet or end-user') : t('Search by wallet address')}
        placeholder={ownersKnown ? t('Wallet, end-user, email') : t('Whole wallet address')}
        q={searchedText(filter)}
        onSearch={(text) => onChange(withSearch(filter, text))}
      />
      {hasStatus && (
        <SmallSelect
          label={t('Status')}
          value={filter.status ?? ''}
          onChange={(status) => onChange({ ...place, status })}
        >
          <option value="">{t('Any status')}</option>
          {TRANSACTION_STATES.map((status) => (
            <option key={status} value={status}>
              {statusLooks()[status].label}
            </option>
          ))}
        </SmallSelect>
      )}
      {ownersKnown && (
        <SmallSelect
          label={t('Period')}
          value={filter.time ?? ''}
          onChange={(time) => onChange({ ...place, time })}
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
