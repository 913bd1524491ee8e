import type { ReactNode } from 'react'
import { TRANSACTION_STATES } from '#shared/org/transaction-states.ts'
import { Icon } from '#console/components/icon.tsx'
import { SearchField } from '#console/components/search-field.tsx'
import { statusLooks } from '#console/components/status-badge.tsx'
import type { TransactionsPlace } from '#console/lib/paths.ts'
import { PERIOD_CHOICES, searchedText, withSearch, type TransactionFilter } from './transaction-filter.ts'

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
        label={ownersKnown ? 'Search by wallet or end-user' : 'Search by wallet address'}
        placeholder={ownersKnown ? 'Wallet, end-user, email' : 'Whole wallet address'}
        q={searchedText(filter)}
        onSearch={(text) => onChange(withSearch(filter, text))}
      />
      {hasStatus && (
        <SmallSelect
          label="Status"
          value={filter.status ?? ''}
          onChange={(status) => onChange({ ...place, status })}
        >
          <option value="">Any status</option>
          {TRANSACTION_STATES.map((status) => (
            <option key={status} value={status}>
              {statusLooks()[status].label}
            </option>
          ))}
        </SmallSelect>
      )}
      {ownersKnown && (
        <SmallSelect
          label="Period"
          value={filter.time ?? ''}
          onChange={(time) => onChange({ ...place, time })}
        >
          <option value="">Any time</option>
          {PERIOD_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SmallSelect>
      )}
    </div>
  )
}

type SmallSelectProps = {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

function SmallSelect({ label, value, onChange, children }: SmallSelectProps) {
  return (
    <div className="relative">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 appearance-none rounded-md border border-line-strong bg-surface pr-8 pl-3 text-md shadow-sm hover:border-muted max-sm:text-lg pointer-coarse:h-10"
      >
        {children}
      </select>
      <Icon
        name="down"
        className="pointer-events-none absolute top-2 right-2.5 size-4 text-muted pointer-coarse:top-3"
      />
    </div>
  )
}
