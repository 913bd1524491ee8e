import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { Button, ButtonLink } from '#web/console/components/button.tsx'
import { EmptyState } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { ExportButtons, ExportProblem, useExport } from '#web/console/components/export-buttons.tsx'
import { walletPagesQuery } from '#web/console/features/wallets/wallet-pages.ts'
import {
  filterQuery,
  isNarrowed,
  readWalletFilter,
  type WalletFilter,
} from '#web/console/features/wallets/wallet-filter.ts'
import { WalletFilters } from '#web/console/features/wallets/wallet-filters.tsx'
import { WalletsList } from '#web/console/features/wallets/wallets-list.tsx'
import { callEndpoint } from '#web/console/lib/api.ts'
import { paths, type WalletsSearchParams } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

export function WalletsPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const text = search.toString()
  const filter = useMemo(() => readWalletFilter(new URLSearchParams(text)), [text])
  const query = filterQuery(filter)
  const save = useExport('/api/exports/wallets', query, () =>
    callEndpoint('/api/baas', WALLET_ENDPOINTS.listWallets, { query: { ...query, limit: '1' } }),
  )
  // Replacing entries keeps the history short.
  const show = ({ q, owner, state, approver, from, to, sort }: WalletsSearchParams) => {
    window.scrollTo(0, 0)
    void navigate(paths.wallets.href({ q, owner, state, approver, from, to, sort }), { replace: true })
  }
  return (
    <Page
      title={t('Wallets')}
      purpose={t('Every wallet of the organization: a contract on the chain, controlled by a passkey.')}
      actions={
        <>
          <ExportButtons save={save} />
          <ButtonLink
            route="POST /api/baas/wallets"
            silent
            tone="primary"
            icon="plus"
            to={paths.newWallet.href()}
          >
            {t('New wallet')}
          </ButtonLink>
        </>
      }
    >
      <ExportProblem save={save} />
      <WalletFilters filter={filter} onChange={show} />
      <WalletsList filter={filter} empty={<NoWallets filter={filter} onClear={() => show({})} />} />
    </Page>
  )
}

/** The first rows. */
export async function read(queryClient: QueryClient, search: URLSearchParams): Promise<unknown> {
  return queryClient.prefetchInfiniteQuery(
    walletPagesQuery(readWalletFilter(search), search.get('cursor') ?? ''),
  )
}

function NoWallets({ filter, onClear }: { filter: WalletFilter; onClear: () => void }) {
  if (isNarrowed(filter)) {
    const { q, ...others } = filter
    const isSearchAlone = q !== undefined && !isNarrowed(others)
    return (
      <EmptyState
        icon="search"
        title={t('No wallet found')}
        action={
          <Button onClick={onClear}>{isSearchAlone ? t('Clear the search') : t('Clear filters')}</Button>
        }
      >
        {q === undefined
          ? t('No wallet fits the filters.')
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
        <ButtonLink route="POST /api/baas/wallets" tone="primary" icon="plus" to={paths.newWallet.href()}>
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
