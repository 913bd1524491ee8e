import type { Option } from '#web/console/components/field.tsx'
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
  const select = (
    name: 'owner' | 'state' | 'approver' | 'sort',
    label: string,
    any: string,
    options: Option[],
  ) => (
    <SmallSelect
      {...{ label, any, options }}
      value={filter[name]}
      onChange={(value) => change({ [name]: value })}
    />
  )
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
      {select('owner', t('Belongs to'), t('Any owner'), [
        { value: 'organization', label: t('The organization') },
        { value: 'end-user', label: t('End-users') },
      ])}
      {select('state', t('State'), t('Any state'), [
        { value: 'deployed', label: t('Deployed') },
        { value: 'submitted', label: t('Deploying') },
      ])}
      {select('approver', t('Protection'), t('Any protection'), [
        { value: 'enrolled', label: t('End-user approves') },
        { value: 'missing', label: t('Unprotected') },
      ])}
      {select('sort', t('Order'), t('Newest first'), [
        { value: 'oldest', label: t('Oldest first') },
        { value: 'label', label: t('By name') },
      ])}
      <CreatedFields filter={filter} onChange={change} />
      {isNarrowed(filter) && (
        <Button tone="quiet" icon="close" onClick={() => onChange({ sort: filter.sort })}>
          {t('Clear filters')}
        </Button>
      )}
    </div>
  )
}

function CreatedFields({ filter, onChange }: WalletFiltersProps) {
  return (
    <>
      <DayField
        label={t('Created from')}
        short={t('From')}
        day={filter.from}
        onChange={(from) => onChange({ from })}
      />
      <DayField
        label={t('Created until')}
        short={t('Until')}
        day={filter.to}
        onChange={(to) => onChange({ to })}
      />
    </>
  )
}
