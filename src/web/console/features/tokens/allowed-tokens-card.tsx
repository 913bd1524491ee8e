import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { ConfirmDialog } from '#web/console/components/dialog.tsx'
import { HexText, TokenMark } from '#web/console/components/values.tsx'
import { Notice, ChangeButton } from '#web/console/components/notice.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { t } from '#web/ui/text.ts'
import { useMay, DialogButton } from '#web/console/components/button.tsx'
import {
  harmlessSymbol,
  allowToken,
  organizationTokensQuery,
  removeToken,
  harmlessName,
  standardName,
  type ListedToken,
} from './token-requests.ts'
import { allowedTokensQuery } from '#web/console/lib/use-call-context.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { DataTable } from '#web/console/components/table.tsx'

/** The list, with its possible changes. A service of the specification alone manages its list itself. */
export function AllowedTokensCard() {
  const own = useQuery(organizationTokensQuery())
  const isKeptElsewhere = isLacking(own.error)
  const plain = useQuery({ ...allowedTokensQuery(), enabled: isKeptElsewhere })
  const skeleton = <SkeletonRows rows={3} label={t('Loading the tokens')} />
  return (
    <Card title={t('Allowed tokens')} flush>
      {isKeptElsewhere ? (
        <>
          <div className="border-b border-line p-4">
            <Notice tone="info" title={t('The service’s operator manages this list')}>
              {t(
                'The connected service has no endpoint to change it. Ask its operator to add or remove a token.',
              )}
            </Notice>
          </div>
          <Loaded query={plain} skeleton={skeleton}>
            {(list) => (list.length === 0 ? <NoTokens /> : <TokensTable tokens={list} />)}
          </Loaded>
        </>
      ) : (
        <Loaded query={own} skeleton={skeleton}>
          {(list) => (list.length === 0 ? <NoTokens /> : <TokensTable tokens={list} canChange />)}
        </Loaded>
      )}
    </Card>
  )
}

function NoTokens() {
  return (
    <EmptyState icon="token" title={t('No allowed tokens')}>
      {t('Wallets can hold any token; tokens on this list are displayed by name. Look one up to add it.')}
    </EmptyState>
  )
}

function RemoveTokenDialog({ token, onClose }: { token: ListedToken; onClose: () => void }) {
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title={t('Remove this token from the list?')}
      action={t('Remove token')}
      name={harmlessSymbol(token)}
      run={() => removeToken(token.address)}
      onDone={async () => {
        await queryClient.invalidateQueries({ queryKey: ['tokens'] })
        void queryClient.invalidateQueries({ queryKey: ['balances'] })
        onClose()
      }}
      onClose={onClose}
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
    </ConfirmDialog>
  )
}

function TokensTable({ tokens, canChange = false }: { tokens: readonly ListedToken[]; canChange?: boolean }) {
  const { may } = useMay('PUT /api/org/tokens/:address')
  return (
    <DataTable
      label={t('Allowed tokens')}
      items={tokens}
      keyOf={({ address }) => address}
      isWhole
      columns={[
        { head: t('Token'), cell: (token) => <TokenCell token={token} /> },
        { head: t('Contract'), from: 'md', className: '', cell: (token) => <TokenAddress token={token} /> },
        {
          head: t('Decimals'),
          from: 'lg',
          kind: 'number',
          className: 'tabular-nums',
          cell: (token) => (hasDecimals(token) ? token.decimals : '–'),
        },
        may &&
          canChange && {
            head: t('Actions'),
            kind: 'actions',
            className: 'align-top md:align-middle',
            cell: (token) => <TokenAction token={token} />,
          },
      ]}
    />
  )
}

function TokenAction({ token }: { token: ListedToken }) {
  const { address, standard = 'erc20' } = token
  const name = <span className="sr-only"> {harmlessSymbol(token)}</span>
  return token.removed === true ? (
    <ChangeButton change={() => allowToken(address, { standard })} list={['tokens']}>
      {t('Restore')}
      {name}
    </ChangeButton>
  ) : (
    <DialogButton tone="quiet" dialog={(close) => <RemoveTokenDialog token={token} onClose={close} />}>
      {t('Remove')}
      {name}
    </DialogButton>
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
        <div className="mt-1 md:hidden">
          <TokenAddress token={token} />
          {hasDecimals(token) && (
            <p className="text-sm text-muted">
              {t('{decimals, plural, one {# decimal} other {# decimals}}', { decimals: token.decimals })}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

function TokenAddress({ token }: { token: ListedToken }) {
  return (
    <HexText
      value={checksum(token.address)}
      what={t('{symbol} contract address', { symbol: harmlessSymbol(token) })}
      short
      names="none"
    />
  )
}

/** Items of collections are whole. */
function hasDecimals({ standard }: ListedToken): boolean {
  return standard === undefined || standard === 'erc20'
}
