import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { sameAddress } from '#shared/display/address.ts'
import { Card } from '#console/components/card.tsx'
import { EmptyState } from '#console/components/empty-state.tsx'
import { Loaded } from '#console/components/loaded.tsx'
import { Page } from '#console/components/page.tsx'
import { SkeletonRows } from '#console/components/skeleton.tsx'
import { allowedTokensQuery } from '#console/features/tokens/list-allowed-tokens.query.ts'
import { ResolveTokenForm } from '#console/features/tokens/resolve-token-form.tsx'
import { TokensTable } from '#console/features/tokens/tokens-table.tsx'

export function TokensPage() {
  const tokens = useQuery(allowedTokensQuery())
  const [search, setSearch] = useSearchParams()
  const address = search.get('address') ?? ''
  return (
    <Page
      title="Tokens"
      purpose="What wallets show and send by name. Anything else is shown by its address alone."
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card title="Allowed tokens" flush>
          <Loaded query={tokens} skeleton={<SkeletonRows rows={3} label="Loading the tokens" />}>
            {(list) =>
              list.length === 0 ? (
                <EmptyState icon="token" title="No allowed tokens">
                  Wallets can hold any token; those on this list are shown by their names. The service’s
                  operator keeps it.
                </EmptyState>
              ) : (
                <TokensTable tokens={list} />
              )
            }
          </Loaded>
        </Card>
        <Card title="Look up a token" note="Asks the contract itself for its name, symbol and decimals.">
          <ResolveTokenForm
            key={address}
            address={address}
            isAllowed={tokens.data?.some((token) => sameAddress(token.address, address)) ?? false}
            onLookUp={(next) => setSearch({ address: next })}
          />
        </Card>
      </div>
    </Page>
  )
}
