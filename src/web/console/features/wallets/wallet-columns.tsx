import type { ReactNode } from 'react'
import type { Wallet } from '#protocol/wallets.ts'
import { RowLink } from '#web/console/components/button.tsx'
import { Skeleton } from '#web/console/components/card.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import type { Columns } from '#web/console/components/table-columns.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { walletName } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { endUserName } from './wallet-owner.tsx'
import { ProtectionBadge } from './wallet-protection.tsx'
import { listHoldings, type RowSummary } from './wallet-summaries.ts'

type ListedWallet = RowSummary & { wallet: Wallet }

/**
 * Columns of a table with a fixed layout, because not all rows are rendered. `isLacking`: the service has no
 * summaries.
 */
export const walletColumns = (isLacking: boolean): Columns<ListedWallet> => ({
  wallet: {
    head: t('Wallet'),
    cell: ({ wallet }) => (
      <span className="flex min-w-0 flex-col lg:flex-row lg:items-baseline lg:gap-2">
        <RowLink
          to={paths.wallet.href(checksum(wallet.address))}
          className="[overflow-wrap:anywhere] lg:max-w-full lg:shrink-0 lg:truncate"
        >
          {walletName(wallet)}
        </RowLink>
        {wallet.externalUserId !== '' && (
          <span className="min-w-0 truncate text-sm text-muted">{endUserName(wallet)}</span>
        )}
      </span>
    ),
  },
  address: {
    head: t('Address'),
    width: 'w-44',
    from: '2xl',
    className: '',
    cell: ({ wallet }) => (
      <HexText value={checksum(wallet.address)} what={t('wallet address')} short names="book" />
    ),
  },
  balance: !isLacking && {
    head: t('Balance'),
    width: 'w-40 sm:w-52',
    kind: 'number',
    className: '[overflow-wrap:anywhere]',
    cell: (item) => <Summarized {...item}>{() => <Holdings {...item} />}</Summarized>,
  },
  activity: !isLacking && {
    head: t('Last activity'),
    width: 'w-32',
    kind: 'number',
    from: 'md',
    cell: (item) => <Summarized {...item}>{() => <LastActivity {...item} />}</Summarized>,
    below: true,
  },
  protection: !isLacking && {
    head: t('Protection'),
    width: 'w-52',
    from: 'lg',
    cell: (item) => <Summarized {...item}>{() => <Protection {...item} />}</Summarized>,
  },
  created: {
    head: t('Created'),
    width: 'w-32',
    kind: 'number',
    from: 'xl',
    cell: ({ wallet }) => <TimeAgo datetime={wallet.createdAtDatetime} />,
  },
})

/** Content that needs the summary, or a text that says that the summary is unknown. */
function Summarized({ state, children }: ListedWallet & { children: () => ReactNode }): ReactNode {
  if (state === 'known') return children()
  if (state === 'unknown') return <Unknown />
  return (
    <span className="inline-block">
      <Skeleton className="h-4 w-20" />
    </span>
  )
}

const Unknown = () => <span className="text-muted">{t('Unknown')}</span>

/** The first holding and the number of others. The title names all of them. */
function Holdings({ summary, tokens }: ListedWallet): ReactNode {
  const held = summary && listHoldings(summary, tokens)
  if (summary === undefined || held === undefined) return <Unknown />
  const [first, ...others] = held
  if (first === undefined) return <span className="text-muted">{t('No listed tokens')}</span>
  const isEmpty = summary.coins.length + summary.nfts + summary.multiTokens === 0
  return (
    <span title={held.join(', ')} className={isEmpty ? 'text-muted tabular-nums' : 'tabular-nums'}>
      {summary.isWhole ? first : t('At least {items}', { items: first })}{' '}
      {others.length > 0 && (
        <span className="text-sm whitespace-nowrap text-muted">
          {t('+{count} more', { count: others.length })}
        </span>
      )}
    </span>
  )
}

function LastActivity({ summary }: ListedWallet): ReactNode {
  const at = summary?.lastActivityDatetime
  if (at === undefined) return <Unknown />
  return at === null ? t('None yet') : <TimeAgo datetime={at} />
}

/** One passkey is the ordinary state of the organization's own wallets, so only end-users' wallets get a warning. */
function Protection({ wallet, summary }: ListedWallet): ReactNode {
  const { protection } = summary ?? {}
  if (protection === undefined) return <Unknown />
  return <ProtectionBadge protection={protection} isExpected={wallet.externalUserId === ''} />
}
