import { Button } from '#web/console/components/button.tsx'
import { SearchField, SmallSelect, DayField } from '#web/console/components/filter-fields.tsx'
import type { WalletsSearchParams } from '#web/console/lib/paths.ts'
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
