import type { ReactNode, ReactElement } from 'react'
import { Link } from 'react-router'
import type { Alert, AlertKind } from '#protocol/alerts.ts'
import { WALLETS_COUNTED_MAX, type Overview } from '#protocol/overview.ts'
import { Icon, RowLink } from '#web/console/components/button.tsx'
import { Skeleton } from '#web/console/components/card.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { formatNumber, shortAmount } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { useNativeCoin } from '#web/console/lib/use-native-coin.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import type { OverviewData } from './overview-requests.ts'
import { dayTrend, monthTrends, trendText } from './trend-words.ts'

/** A number with a link to the list of exactly the items that it counts. */
type NumberTile = {
  title: string
  value: string
  note: ReactNode
  to: string
  alarm?: Alarm
  /** Kind of alert about the same fact. Once all of its alerts are acknowledged, the tile needs no attention. */
  alert?: AlertKind
}
type Alarm = 'warning' | 'danger' | undefined

/**
 * Number of items that need attention: numbers with an alarm, and alerts. A number and the alerts about the same fact
 * count once. Acknowledged alerts do not count.
 */
export function countAttention(numbers: Overview, alerts: readonly Alert[]): number {
  const alarms = listTiles(numbers, String).filter(({ alarm }) => alarm !== undefined)
  const open = alerts.filter(({ acknowledgement }) => acknowledgement === undefined)
  const has = (list: readonly Alert[], kind: AlertKind | undefined) => list.some((one) => one.kind === kind)
  const counted = alarms.filter(({ alert }) => !has(alerts, alert) || has(open, alert))
  const kinds = new Set(counted.map(({ alert }) => alert))
  const unprotected = numbers.wallets.unprotected > 0 ? 1 : 0
  return counted.length + unprotected + open.filter(({ kind }) => !kinds.has(kind)).length
}

/** Six numbers of the organization with their trends, or only `wallets` if a hosted service reports no more. */
export function OverviewNumbers({ data }: { data: OverviewData }): ReactElement {
  const { numbers, wallets, hasMore } = data
  const { decimals, symbol, isLoading } = useNativeCoin()
  // Waits for the native token's symbol. Replacing a placeholder could change the height of its tile.
  if (isLoading && numbers !== null) return <NumbersSkeleton />
  const gasText: GasText = (wei) => shortAmount(wei, decimals, symbol, GAS_DECIMALS_SHOWN)
  const tiles =
    numbers === null
      ? [{ title: t('Wallets'), value: walletsText(wallets, hasMore), note: '', to: paths.wallets.href() }]
      : listTiles(numbers, gasText)
  return (
    <div className="min-w-0">
      <ul aria-label={t('Key figures')} className={NUMBERS_GRID}>
        {tiles.map((tile) => (
          <Tile key={tile.title} {...tile} />
        ))}
      </ul>
      {numbers === null && (
        <p className="mt-3 text-sm text-muted">{t('The hosted service does not report more numbers.')}</p>
      )}
    </div>
  )
}

const NUMBERS_GRID = 'grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3'

function Tile({ title, value, note, to, alarm }: NumberTile) {
  return (
    <li className="relative min-h-24 min-w-0 rounded-lg border border-line bg-surface p-3 shadow-sm transition-colors hover:border-line-strong hover:bg-hover sm:px-4">
      <RowLink to={to} className="flex flex-col">
        <span className="flex items-start justify-between gap-2 text-sm font-normal text-muted">
          {title}
          {alarm && (
            <span
              role="img"
              aria-label={t('needs attention')}
              className={`mt-0.5 ${alarm === 'danger' ? 'text-danger' : 'text-warning'}`}
            >
              <Icon name="warning" />
            </span>
          )}
        </span>
        <span className="mt-0.5 text-xl font-strong tabular-nums [overflow-wrap:anywhere]">{value}</span>
      </RowLink>
      <p className="mt-0.5 text-sm text-muted">{note}</p>
    </li>
  )
}

function walletsText(count: number, hasMore = count === WALLETS_COUNTED_MAX): string {
  return `${formatNumber(count)}${hasMore ? '+' : ''}`
}

/** Formats wei as an amount of the chain's native token. */
type GasText = (wei: bigint) => string

function listTiles(numbers: Overview, gasText: GasText): NumberTile[] {
  const { transactions, failed, pending } = numbers
  return [
    {
      title: t('Transactions, last 24 hours'),
      value: formatNumber(transactions.day.count),
      note: dayTrend(transactions.day),
      to: paths.transactions.href({ time: 'day' }),
    },
    {
      title: t('Failed, last 24 hours'),
      value: formatNumber(failed.day.count),
      note: dayTrend(failed.day),
      to: paths.transactions.href({ status: 'FAILED', time: 'day' }),
      alarm: failed.day.count > 0 ? 'danger' : undefined,
      alert: 'failure-spike',
    },
    {
      title: t('Waiting for approval'),
      value: formatNumber(pending.count),
      note:
        pending.oldestDatetime === null ? (
          t('No pending approvals')
        ) : (
          <Rich text="Oldest: {time}" parts={{ time: <TimeAgo datetime={pending.oldestDatetime} /> }} />
        ),
      to: paths.pendingTransactions.href(),
    },
    walletsTile(numbers.wallets),
    webhookTile(numbers.webhooks),
    gasTile(numbers, gasText),
  ]
}

function walletsTile({ count, createdInMonth, unprotected }: Overview['wallets']): NumberTile {
  return {
    title: t('Wallets'),
    value: walletsText(count),
    note: (
      <>
        {createdInMonth === 0
          ? t('No change in 30 days')
          : t('+{count} in 30 days', { count: formatNumber(createdInMonth) })}
        {unprotected > 0 && (
          <Link
            to={paths.wallets.href({ approver: 'missing' })}
            title={t('End-users not enrolled: sent without their approval')}
            className="relative z-10 flex w-fit items-center gap-1 text-warning hover:underline"
          >
            <Icon name="warning" className="size-3.5" />
            {t('{count} unprotected', { count: walletsText(unprotected) })}
          </Link>
        )}
      </>
    ),
    to: paths.wallets.href(),
  }
}

function webhookTile({ working, failing, stopped }: Overview['webhooks']): NumberTile {
  const all = working + failing + stopped
  const faults = [
    ...(failing > 0 ? [t('{count} failing', { count: formatNumber(failing) })] : []),
    ...(stopped > 0 ? [t('{count} disabled after failures', { count: formatNumber(stopped) })] : []),
  ]
  const isFine = faults.length === 0
  const health = isFine ? t('All endpoints receive events') : faults.join(', ')
  return {
    title: t('Webhooks'),
    value: all === 0 ? formatNumber(0) : t('{working} of {all}', { working, all }),
    note: all === 0 ? t('No endpoint yet') : health,
    to: paths.webhooks.href(),
    alarm: isFine ? undefined : 'danger',
    alert: 'webhook-failing',
  }
}

const GAS_DECIMALS_SHOWN = 5

function gasTile({ gas, relayer }: Overview, gasText: GasText): NumberTile {
  const left = relayer === null ? '' : relayerText(relayer, gasText)
  const change = BigInt(gas.spentWei) - BigInt(gas.beforeWei)
  return {
    title: t('Gas, last 30 days'),
    value: gasText(BigInt(gas.spentWei)),
    note: (
      <>
        {trendText(change, monthTrends(gasText(change < 0n ? -change : change)))}
        {left !== '' && <span className="block">{left}</span>}
      </>
    ),
    to: paths.usage.href(),
    alarm: relayer === null || relayer.state === 'enough' ? undefined : RELAYER_ALARMS[relayer.state],
    alert: 'relayer-low',
  }
}

const RELAYER_ALARMS = { low: 'warning', empty: 'danger' } as const
const DAYS_TOLD_MAX = 365

function relayerText(
  { balanceWei, daysLeft, state }: NonNullable<Overview['relayer']>,
  gasText: GasText,
): string {
  if (state === 'empty') return t('The relayer has no funds left: nothing is sent')
  if (state === 'low') return t('The relayer needs funds soon')
  if (daysLeft === null) return t('The relayer has {amount} left', { amount: gasText(BigInt(balanceWei)) })
  if (daysLeft > DAYS_TOLD_MAX) return t('Relayer funds last more than a year')
  return t('Relayer funds last {days, plural, one {# day} other {# days}}', { days: daysLeft })
}

export function NumbersSkeleton(): ReactElement {
  return (
    <div role="status" aria-busy="true" className={NUMBERS_GRID}>
      <span className="sr-only">{t('Loading the numbers')}</span>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="min-h-24 rounded-lg border border-line bg-surface p-3 shadow-sm sm:px-4">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="mt-3 h-6 w-16" />
          <Skeleton className="mt-2 h-4 w-32 max-w-full" />
        </div>
      ))}
    </div>
  )
}
