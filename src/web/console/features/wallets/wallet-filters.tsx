import { Button } from '#web/console/components/button.tsx'
import { SearchField, SmallSelect } from '#web/console/components/filter-fields.tsx'
import type { WalletsSearchParams } from '#web/console/lib/paths.ts'
import { timeZone } from '#web/console/lib/format-time.ts'
import { t } from '#web/ui/text.ts'
import { isNarrowed, type WalletFilter } from './wallet-filter.ts'

type WalletFiltersProps = {
  filter: WalletFilter
  onChange: (params: WalletsSearchParams) => void
}

/** The list's filters, and its order. Each change starts at the first page again. */
export function WalletFilters({ filter, onChange }: WalletFiltersProps) {
  const change = (params: WalletsSearchParams) => onChange({ ...filter, ...params })
  return (
    <div
      role="search"
      aria-label={t('Wallets')}
      className="mb-4 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-center"
    >
      <div className="col-span-2 sm:w-80">
        <SearchField
          label={t('Search wallets by name, address or end-user')}
          placeholder={t('Name, address or end-user')}
          q={filter.q ?? ''}
          onSearch={(q) => change({ q })}
        />
      </div>
      <SmallSelect label={t('Belongs to')} value={filter.owner ?? ''} onChange={(owner) => change({ owner })}>
        <option value="">{t('Any owner')}</option>
        <option value="organization">{t('The organization')}</option>
        <option value="end-user">{t('End-users')}</option>
      </SmallSelect>
      <SmallSelect label={t('State')} value={filter.state ?? ''} onChange={(state) => change({ state })}>
        <option value="">{t('Any state')}</option>
        <option value="deployed">{t('Deployed')}</option>
        <option value="submitted">{t('Deploying')}</option>
      </SmallSelect>
      <DayField
        label={t('Created from')}
        short={t('From')}
        day={filter.from}
        onChange={(from) => change({ from })}
      />
      <DayField
        label={t('Created until')}
        short={t('Until')}
        day={filter.to}
        onChange={(to) => change({ to })}
      />
      <SmallSelect label={t('Order')} value={filter.sort ?? ''} onChange={(sort) => change({ sort })}>
        <option value="">{t('Newest first')}</option>
        <option value="oldest">{t('Oldest first')}</option>
        <option value="label">{t('By name')}</option>
      </SmallSelect>
      {isNarrowed(filter) && (
        <Button tone="quiet" icon="close" onClick={() => onChange({ sort: filter.sort })}>
          {t('Clear filters')}
        </Button>
      )}
    </div>
  )
}

type DayFieldProps = {
  label: string
  /** Displayed before the field; `label` is its whole name. */
  short: string
  day: string | undefined
  onChange: (day: string) => void
}

function DayField({ label, short, day = '', onChange }: DayFieldProps) {
  return (
    <label className="col-span-2 flex h-8 items-center gap-2 rounded-md border border-line-strong bg-surface pl-3 text-md shadow-sm focus-within:outline-2 focus-within:outline-focus hover:border-muted pointer-coarse:h-10">
      <span aria-hidden="true" className="text-sm text-muted">
        {short}
      </span>
      <input
        // Remounts when the day is set elsewhere, so that typing starts from it.
        key={day}
        type="date"
        title={t('Days in your time zone, {zone}', { zone: timeZone() })}
        aria-label={label}
        defaultValue={day}
        min="2015-07-30"
        max="9999-12-31"
        onChange={(event) => {
          const { value, validity } = event.target
          // While a part is missing the browser reports no day: no request then.
          if (value !== '' ? validity.valid : !validity.badInput) onChange(value)
        }}
        className="h-full w-34 min-w-0 rounded-md max-sm:ml-auto bg-transparent pr-2 text-md outline-none max-sm:text-lg"
      />
    </label>
  )
}
