import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { Button, ButtonLink } from '#console/components/button.tsx'
import { Card } from '#console/components/card.tsx'
import { EmptyState } from '#console/components/empty-state.tsx'
import { Loaded } from '#console/components/loaded.tsx'
import { Page } from '#console/components/page.tsx'
import { Pager } from '#console/components/pager.tsx'
import { SearchField } from '#console/components/search-field.tsx'
import { SkeletonRows } from '#console/components/skeleton.tsx'
import { walletsQuery } from '#console/features/wallets/list-wallets.query.ts'
import { WalletsTable } from '#console/features/wallets/wallets-table.tsx'
import { paths } from '#console/lib/paths.ts'

const PAGE_LIMIT = '25'

export function WalletsPage() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const cursor = search.get('cursor') ?? ''
  const wallets = useQuery(
    walletsQuery({ limit: PAGE_LIMIT, ...(q !== '' && { q }), ...(cursor !== '' && { cursor }) }),
  )
  // A new search begins at the newest; replacing keeps the way back short.
  const find = useCallback(
    (text: string) => setSearch(text === '' ? {} : { q: text }, { replace: true }),
    [setSearch],
  )
  return (
    <Page
      title="Wallets"
      purpose="Every wallet of the organization: a contract on the chain, controlled by a passkey."
      actions={
        <ButtonLink tone="primary" icon="plus" to={paths.newWallet.href()}>
          New wallet
        </ButtonLink>
      }
    >
      <div className="mb-4">
        <SearchField
          label="Search wallets by name, address or end-user"
          placeholder="Name, address or end-user"
          q={q}
          onSearch={find}
        />
      </div>
      <Card flush>
        <Loaded query={wallets} skeleton={<SkeletonRows rows={8} label="Loading the wallets" />}>
          {({ content, nextCursor }) =>
            content.length === 0 ? (
              <NoWallets q={q} isFirstPage={cursor === ''} onClear={() => find('')} />
            ) : (
              <div className={wallets.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
                <WalletsTable wallets={content} />
                <Pager
                  newest={cursor === '' ? null : paths.wallets.href({ q })}
                  older={nextCursor === null ? null : paths.wallets.href({ q, cursor: nextCursor })}
                />
              </div>
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}

function NoWallets({ q, isFirstPage, onClear }: { q: string; isFirstPage: boolean; onClear: () => void }) {
  if (q !== '') {
    return (
      <EmptyState
        icon="search"
        title="No wallet found"
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        Nothing matches “{q}”. The search looks at names, end-users and the beginning of addresses.
      </EmptyState>
    )
  }
  if (!isFirstPage) {
    return (
      <EmptyState
        icon="wallet"
        title="No older wallets"
        action={<ButtonLink to={paths.wallets.href()}>Show the newest</ButtonLink>}
      >
        You have reached the end of the list.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="wallet"
      title="No wallets yet"
      action={
        <ButtonLink tone="primary" icon="plus" to={paths.newWallet.href()}>
          Create the first wallet
        </ButtonLink>
      }
    >
      A wallet takes an email address, a passkey and half a minute. Your users make theirs through an
      integration.
    </EmptyState>
  )
}
