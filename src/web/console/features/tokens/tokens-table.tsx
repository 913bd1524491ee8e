import type { AllowedToken, OrganizationToken } from '#protocol/tokens.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Button } from '#web/console/components/button.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { DataTable } from '#web/console/components/table.tsx'
import { TokenMark } from '#web/console/components/token-mark.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { t } from '#web/ui/text.ts'
import { harmlessName, harmlessSymbol, standardName } from './token-names.ts'

/** A token of the list. If the service manages the list itself, only the specification's fields are known. */
export type ListedToken = AllowedToken & Partial<OrganizationToken>

type TokensTableProps = {
  tokens: readonly ListedToken[]
  /** Absent if the list cannot be changed. */
  onRemove?: (token: ListedToken) => void
  onPutBack?: (token: ListedToken) => void
  /** The address of the token being restored. */
  pending?: string | undefined
}

export function TokensTable({ tokens, onRemove, onPutBack, pending }: TokensTableProps) {
  return (
    <DataTable
      label={t('Allowed tokens')}
      items={tokens}
      keyOf={({ address }) => address}
      columns={[
        { head: t('Token'), cell: (token) => <TokenCell token={token} /> },
        { head: t('Contract'), from: 'md', cell: (token) => <TokenAddress token={token} /> },
        {
          head: t('Decimals'),
          from: 'lg',
          kind: 'number',
          className: 'tabular-nums',
          cell: (token) => (hasDecimals(token) ? token.decimals : '–'),
        },
        onRemove !== undefined &&
          onPutBack !== undefined && {
            head: t('Actions'),
            kind: 'actions',
            className: 'align-top md:align-middle',
            cell: (token) => (
              <Button
                {...(token.removed === true
                  ? { pending: pending === token.address, onClick: () => onPutBack(token) }
                  : { tone: 'quiet', onClick: () => onRemove(token) })}
              >
                {token.removed === true ? t('Restore') : t('Remove')}
                <span className="sr-only"> {harmlessSymbol(token)}</span>
              </Button>
            ),
          },
      ]}
    />
  )
}

function TokenCell({ token }: { token: ListedToken }) {
  const symbol = harmlessSymbol(token)
  return (
    <div className="flex items-start gap-3 md:items-center">
      <TokenMark symbol={symbol} logoUrl={token.logoUrl} />
      <div className="min-w-0">
        <p className="[overflow-wrap:anywhere]">
          <span className={`font-medium ${token.removed === true ? 'text-muted line-through' : ''}`}>
            {symbol}
          </span>{' '}
          <span className="text-muted">{harmlessName(token)}</span>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-1.5">
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
    />
  )
}

/** Items of collections are whole. */
function hasDecimals({ standard }: ListedToken): boolean {
  return standard === undefined || standard === 'erc20'
}
