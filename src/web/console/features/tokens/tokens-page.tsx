import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useSearchParams } from 'react-router'
import { TOKEN_ENDPOINTS } from '#protocol/tokens.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { useMay } from '#web/console/components/button.tsx'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { ConfirmButton } from '#web/console/components/dialog.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded, type Query } from '#web/console/components/loaded.tsx'
import { Notice, ChangeButton } from '#web/console/components/notice.tsx'
import { Page } from '#web/console/components/page.tsx'
import { actionsColumn, DataTable } from '#web/console/components/table.tsx'
import { Together } from '#web/console/components/together.tsx'
import { TokenMark } from '#web/console/components/token-mark.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { orgApi } from '#web/console/lib/api.ts'
import { allowedTokensQuery } from '#web/console/lib/calls.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { organizationTokensQuery, type ListedToken } from '#web/console/lib/listed-tokens.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { ResolveTokenForm } from './resolve-token-form.tsx'
import { harmlessSymbol, allowToken, harmlessName, standardName } from './token-requests.ts'

export function TokensPage(): ReactElement {
  const tokens = useQuery(secondary('tokens', allowedTokensQuery()))
  const organizationTokens = useQuery(secondary('tokens', organizationTokensQuery()))
  const [search, setSearch] = useSearchParams()
  const address = search.get('address') ?? ''
  return (
    <Page
      title={t('Tokens')}
      purpose={t('Tokens that wallets display and send by name. Others are displayed by address only.')}
    >
      <Together className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <AllowedTokensCard />
        <Card
          title={isLacking(organizationTokens.error) ? t('Look up a token') : t('Add a token')}
          note={t('Reads the contract’s own data and warns of look-alikes.')}
        >
          <ResolveTokenForm
            key={address}
            address={address}
            allowed={tokens.data ?? []}
            canAllow={organizationTokens.isSuccess}
            onLookUp={(next) => setSearch({ address: next })}
          />
        </Card>
      </Together>
    </Page>
  )
}

/**
 * The token list and its possible changes. A hosted service with only the specification's endpoints manages
 * its list itself.
 */
function AllowedTokensCard() {
  const own = useQuery(organizationTokensQuery())
  const isKeptElsewhere = isLacking(own.error)
  const plain = useQuery({ ...allowedTokensQuery(), enabled: isKeptElsewhere })
  const query: Query<ListedToken[]> = isKeptElsewhere ? plain : own
  return (
    <Card title={t('Allowed tokens')} flush>
      {isKeptElsewhere && (
        <div className="border-b border-line p-4">
          <Notice tone="info" title={t('The service’s operator manages this list')}>
            {t(
              'The connected service has no endpoint to change it. Ask its operator to add or remove a token.',
            )}
          </Notice>
        </div>
      )}
      <Loaded
        query={query}
        skeleton={<SkeletonRows rows={3} label={t('Loading the tokens')} />}
        empty={
          <EmptyState icon="token" title={t('No allowed tokens')}>
            {t(
              'Wallets can hold any token; tokens on this list are displayed by name. Look one up to add it.',
            )}
          </EmptyState>
        }
      >
        {(list) => <TokensTable tokens={list} canChange={!isKeptElsewhere} />}
      </Loaded>
    </Card>
  )
}

function RemoveTokenButton({ token }: { token: ListedToken }) {
  const queryClient = useQueryClient()
  return (
    <ConfirmButton
      label={t('Remove')}
      of={harmlessSymbol(token)}
      button={{ tone: 'quiet' }}
      title={t('Remove this token from the list?')}
      action={t('Remove token')}
      name={harmlessSymbol(token)}
      run={async () => {
        const params = { address: token.address }
        await orgApi.call(TOKEN_ENDPOINTS.removeToken, { params })
        void queryClient.invalidateQueries({ queryKey: ['balances'] })
      }}
      list={['tokens']}
    >
      <p>
        {token.origin === 'default'
          ? t(
              'Wallets keep their balance of it and display it as an unknown token. You can restore it at any time.',
            )
          : t(
              'Wallets keep their balance of it and display it as an unknown token. To allow it again, look it up again.',
            )}
      </p>
      <HexText value={checksum(token.address)} what={t('contract address')} />
    </ConfirmButton>
  )
}

function TokensTable({ tokens, canChange }: { tokens: readonly ListedToken[]; canChange: boolean }) {
  const { may } = useMay(TOKEN_ENDPOINTS.allowToken)
  return (
    <DataTable
      name="tokens"
      label={t('Allowed tokens')}
      items={tokens}
      getKey={({ address }) => address}
      isWhole
      columns={{
        token: { head: t('Token'), cell: (token) => <TokenCell token={token} /> },
        contract: {
          head: t('Contract'),
          from: 'md',
          className: '',
          cell: (token) => (
            <HexText
              value={checksum(token.address)}
              what={t('{symbol} contract address', { symbol: harmlessSymbol(token) })}
              short
              names="none"
            />
          ),
          below: true,
        },
        decimals: {
          head: t('Decimals'),
          from: 'lg',
          kind: 'number',
          className: 'tabular-nums',
          cell: (token) => (hasDecimals(token) ? token.decimals : '–'),
          below: (token) =>
            hasDecimals(token) &&
            t('{decimals, plural, one {# decimal} other {# decimals}}', { decimals: token.decimals }),
        },
        actions:
          may &&
          canChange &&
          actionsColumn((token: ListedToken) => <TokenAction token={token} />, 'align-top md:align-middle'),
      }}
    />
  )
}

function TokenAction({ token }: { token: ListedToken }) {
  const { address, standard = 'erc20', removed } = token
  if (removed !== true) return <RemoveTokenButton token={token} />
  return (
    <ChangeButton
      of={harmlessSymbol(token)}
      change={() => allowToken(address, { standard })}
      list={['tokens']}
    >
      {t('Restore')}
    </ChangeButton>
  )
}

function TokenCell({ token }: { token: ListedToken }) {
  const symbol = harmlessSymbol(token)
  return (
    <div className="flex items-start gap-3 md:items-center">
      <TokenMark symbol={symbol} logoUrl={token.logoUrl} />
      <div className="min-w-0 md:flex md:flex-wrap md:items-center md:gap-x-3">
        <p className="[overflow-wrap:anywhere]">
          <span className={`font-medium ${token.removed === true ? 'text-muted line-through' : ''}`}>
            {symbol}
          </span>{' '}
          <span className="text-muted">{harmlessName(token)}</span>
        </p>
        <p className="flex flex-wrap items-center gap-1.5 max-md:mt-1">
          {token.standard && <Badge>{standardName(token.standard)}</Badge>}
          {token.origin === 'organization' && <Badge tone="info">{t('Yours')}</Badge>}
          {token.removed === true && <Badge tone="warning">{t('Removed')}</Badge>}
        </p>
      </div>
    </div>
  )
}

/** Whether amounts of a token have decimals. NFTs and ERC-1155 tokens are whole. */
function hasDecimals({ standard }: ListedToken): boolean {
  return standard === undefined || standard === 'erc20'
}
