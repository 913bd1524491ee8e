import type { QueryClient } from '@tanstack/react-query'
import { useMemo, type ReactElement } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { EXPORT_ENDPOINTS } from '#protocol/console/export-endpoints.ts'
import { WALLET_CREATION_ENDPOINTS } from '#protocol/create-wallet.ts'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { ButtonLink } from '#web/console/components/button.tsx'
import { EmptyState } from '#web/console/components/card.tsx'
import { DayField } from '#web/console/components/day-field.tsx'
import { useServerFiles } from '#web/console/components/export-files.tsx'
import { FilterSelects } from '#web/console/components/filter-fields.tsx'
import { FilterRow } from '#web/console/components/filter-panel.tsx'
import { Page } from '#web/console/components/page.tsx'
import { SearchField } from '#web/console/components/search-field.tsx'
import { baasApi } from '#web/console/lib/api.ts'
import { countFilters, FILTERS, isNarrowed, readSearch, type SearchOf } from '#web/console/lib/filters.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { walletPagesQuery, filterQuery, type WalletFilter } from './wallet-pages.ts'
import { WalletsList } from './wallets-list.tsx'

export function WalletsPage(): ReactElement {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const text = search.toString()
  const filter = useMemo(() => readSearch(FILTERS.wallets, new URLSearchParams(text)), [text])
  const query = filterQuery(filter)
  const files = useServerFiles(EXPORT_ENDPOINTS.exportWallets, query, () =>
    baasApi.call(WALLET_ENDPOINTS.listWallets, { query: { ...query, limit: '1' } }),
  )
  // Replaces the history entry, so that the history stays short.
  const show = ({ q, owner, state, approver, from, to, sort }: SearchOf<'wallets'>) => {
    window.scrollTo(0, 0)
    void navigate(paths.wallets.href({ q, owner, state, approver, from, to, sort }), { replace: true })
  }
  return (
    <Page
      title={t('Wallets')}
      actions={
        <ButtonLink
          access={WALLET_CREATION_ENDPOINTS.createWallet}
          silent
          tone="add"
          to={paths.newWallet.href()}
        >
          {t('New wallet')}
        </ButtonLink>
      }
    >
      <WalletFilters filter={filter} onChange={show} />
      <WalletsList filter={filter} files={files} empty={<NoWallets filter={filter} />} />
    </Page>
  )
}

/** Prefetches the first rows. */
export async function read(queryClient: QueryClient, search: URLSearchParams): Promise<unknown> {
  return queryClient.prefetchInfiniteQuery(
    walletPagesQuery(readSearch(FILTERS.wallets, search), search.get('cursor') ?? ''),
  )
}

function NoWallets({ filter }: { filter: WalletFilter }) {
  if (isNarrowed(filter, 'sort')) {
    const { q, ...others } = filter
    const isSearchAlone = q !== undefined && !isNarrowed(others, 'sort')
    return (
      <EmptyState
        icon="search"
        title={t('No wallet found')}
        action={
          <ButtonLink to={paths.wallets.href()} replace>
            {isSearchAlone ? t('Clear the search') : t('Clear filters')}
          </ButtonLink>
        }
      >
        {q === undefined
          ? t('No wallet matches these filters.')
          : t('No results for “{q}”. Search matches names, end-users and the start of addresses.', {
              q,
            })}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="wallet"
      title={t('No wallets yet')}
      action={
        <ButtonLink access={WALLET_CREATION_ENDPOINTS.createWallet} tone="add" to={paths.newWallet.href()}>
          {t('Create the first wallet')}
        </ButtonLink>
      }
    >
      {t(
        'All it takes is an email address, a passkey and half a minute. Your users create theirs through an integration.',
      )}
    </EmptyState>
  )
}

type WalletFiltersProps = {
  filter: WalletFilter
  onChange: (params: SearchOf<'wallets'>) => void
}

/** Filters of the list and its order. Each change returns to the first page. */
function WalletFilters({ filter, onChange }: WalletFiltersProps) {
  const change = (params: SearchOf<'wallets'>) => onChange({ ...filter, ...params })
  const owners = [
    { value: 'organization', label: t('The organization') },
    { value: 'end-user', label: t('End-users') },
  ]
  const states = [
    { value: 'deployed', label: t('Deployed') },
    { value: 'submitted', label: t('Deploying') },
  ]
  const approvers = [
    { value: 'enrolled', label: t('End-user approves') },
    { value: 'missing', label: t('Unprotected') },
  ]
  const sorts = [
    { value: 'oldest', label: t('Oldest first') },
    { value: 'label', label: t('By name') },
  ]
  return (
    <FilterRow
      label={t('Wallets')}
      count={countFilters(filter, 'q', 'sort')}
      clear={paths.wallets.href({ sort: filter.sort })}
      search={
        <SearchField
          label={t('Search wallets by name, address or end-user')}
          placeholder={t('Name, address or end-user')}
          q={filter.q ?? ''}
          onSearch={(q) => change({ q })}
        />
      }
    >
      <FilterSelects
        filter={filter}
        onChange={onChange}
        selects={[
          { name: 'owner', label: t('Wallet owner'), any: t('All owners'), options: owners },
          { name: 'state', label: t('State'), any: t('All states'), options: states },
          { name: 'approver', label: t('Protection'), any: t('All kinds of protection'), options: approvers },
          { name: 'sort', label: t('Order'), any: t('Newest first'), options: sorts },
        ]}
      />
      <CreatedFields filter={filter} onChange={change} />
    </FilterRow>
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
