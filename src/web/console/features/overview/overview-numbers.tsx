import type { ReactNode, ReactElement } from 'react'
import { WALLETS_COUNTED_MAX, type Overview } from '#protocol/overview.ts'
import { AmountButton } from '#web/console/components/amount-button.tsx'
import { Icon, RowLink } from '#web/console/components/button.tsx'
import { Card, Skeleton } from '#web/console/components/card.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { TokenMark } from '#web/console/components/token-mark.tsx'
import { tokenSymbol, formatNumber, shortAmount } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { useNativeCoin } from '#web/console/lib/use-native-coin.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import type { OverviewData } from './overview-requests.ts'

/** A number with a link to the list of exactly the items that it counts. */
type NumberTile = { title: string; value: string; note: ReactNode; to: string; alarm?: Alarm }
type Alarm = 'warning' | 'danger' | undefined

/** Number of overview values that need attention. */
export function countAlarms(numbers: Overview): number {
  return listTiles(numbers, String).filter(({ alarm }) => alarm !== undefined).length
}

/**
 * Numbers of the organization, and the tokens that its wallets sent. `isNarrow`: another card is next to
 * them.
 */
export function OverviewNumbers({ data, isNarrow }: { data: OverviewData; isNarrow: boolean }): ReactElement {
  const { numbers, wallets, hasMore } = data
  const { decimals, symbol } = useNativeCoin()
  const gasText: GasText = (wei) => shortAmount(wei, decimals, symbol, GAS_DECIMALS_SHOWN)
  const first: NumberTile = {
    title: t('Wallets'),
    value: walletsText(wallets, hasMore),
    note:
      numbers !== null &&
      t('{count} created in the last 30 days', { count: formatNumber(numbers.wallets.createdInMonth) }),
    to: paths.wallets.href(),
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ul aria-label={t('Numbers')} className={chooseGrid(isNarrow)}>
        {[first, ...(numbers === null ? [] : listTiles(numbers, gasText))].map(
          ({ title, value, note, to, alarm }) => (
            <li
              key={title}
              className="relative min-w-0 rounded-lg border border-line bg-surface p-3 shadow-sm transition-colors hover:border-line-strong hover:bg-hover sm:p-4"
            >
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
                <span className="mt-1 text-xl font-strong tabular-nums [overflow-wrap:anywhere]">
                  {value}
                </span>
              </RowLink>
              <p className="mt-1 text-sm text-muted">{note}</p>
            </li>
          ),
        )}
      </ul>
      {numbers === null ? (
        <p className="text-sm text-muted">{t('The hosted service does not report more numbers.')}</p>
      ) : (
        <SentCard sent={numbers.sent} />
      )}
    </div>
  )
}

function walletsText(count: number, hasMore = count === WALLETS_COUNTED_MAX): string {
  return `${formatNumber(count)}${hasMore ? '+' : ''}`
}

function chooseGrid(isNarrow: boolean): string {
  return `grid grid-cols-2 gap-3 sm:gap-4 ${isNarrow ? '' : 'lg:grid-cols-4'}`
}

/** Formats wei as an amount of the chain's native token. */
type GasText = (wei: bigint) => string

function listTiles(numbers: Overview, gasText: GasText): NumberTile[] {
  const { transactions, pending } = numbers
  return [
    {
      title: t('Transactions, last 24 hours'),
      value: formatNumber(transactions.day.count),
      note: countTrend(transactions.day, DAY),
      to: paths.transactions.href({ time: 'day' }),
    },
    {
      title: t('Transactions, last 30 days'),
      value: formatNumber(transactions.month.count),
      note: countTrend(transactions.month, MONTH),
      to: paths.transactions.href({ time: 'month' }),
    },
    {
      title: t('Waiting for approval'),
      value: formatNumber(pending.count),
      note:
        pending.oldestDatetime === null ? (
          t('No pending approvals')
        ) : (
          <Rich text="The oldest: {time}" parts={{ time: <TimeAgo datetime={pending.oldestDatetime} /> }} />
        ),
      to: paths.pendingTransactions.href(),
    },
    {
      title: t('Failed, last 24 hours'),
      value: formatNumber(numbers.failed.day.count),
      note: countTrend(numbers.failed.day, DAY),
      to: paths.transactions.href({ status: 'FAILED', time: 'day' }),
      alarm: numbers.failed.day.count > 0 ? 'danger' : undefined,
    },
    unprotectedTile(numbers.wallets),
    webhookTile(numbers.webhooks),
    gasTile(numbers, gasText),
  ]
}

function unprotectedTile({ unprotected }: Overview['wallets']): NumberTile {
  return {
    title: t('Unprotected wallets'),
    value: walletsText(unprotected),
    note:
      unprotected === 0
        ? t('No wallet belongs to an end-user who has not enrolled')
        : t('End-users not enrolled: sent without their approval'),
    to: paths.wallets.href({ approver: 'missing' }),
    alarm: unprotected > 0 ? 'warning' : undefined,
  }
}

function webhookTile({ working, failing, stopped }: Overview['webhooks']): NumberTile {
  const all = working + failing + stopped
  const faults = [
    ...(failing > 0 ? [t('{count} failing', { count: formatNumber(failing) })] : []),
    ...(stopped > 0 ? [t('{count} stopped after failures', { count: formatNumber(stopped) })] : []),
  ]
  const isFine = faults.length === 0
  const health = isFine ? t('All endpoints receive events') : faults.join(', ')
  return {
    title: t('Webhooks'),
    value: all === 0 ? formatNumber(0) : t('{working} of {all}', { working, all }),
    note: all === 0 ? t('No endpoint yet') : health,
    to: paths.webhooks.href(),
    alarm: isFine ? undefined : 'danger',
  }
}

const GAS_DECIMALS_SHOWN = 5

function gasTile({ gas, relayer }: Overview, gasText: GasText): NumberTile {
  const left = relayer === null ? '' : relayerText(relayer, gasText)
  return {
    title: t('Gas, last 30 days'),
    value: gasText(BigInt(gas.spentWei)),
    note: (
      <>
        {trend(BigInt(gas.spentWei) - BigInt(gas.beforeWei), GAS, gasText)}
        {left !== '' && <span className="block">{left}</span>}
      </>
    ),
    to: paths.usage.href(),
    alarm: relayer === null || relayer.state === 'enough' ? undefined : RELAYER_ALARMS[relayer.state],
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
  if (daysLeft > DAYS_TOLD_MAX)
    return t('At the pace of recent days, the relayer’s funds last for more than a year')
  return t(
    'At the pace of recent days, the relayer’s funds last for {days, plural, one {# day} other {# days}}',
    {
      days: daysLeft,
    },
  )
}

type TrendWords = (count: string) => { same: string; more: string; less: string }

function trend(change: bigint, words: TrendWords, text: (by: bigint) => string = formatNumber): string {
  const { same, more, less } = words(text(change < 0n ? -change : change))
  if (change === 0n) return same
  return change > 0n ? more : less
}

function countTrend({ count, before }: { count: number; before: number }, words: TrendWords): string {
  return trend(BigInt(count - before), words)
}

const DAY: TrendWords = (count) => ({
  same: t('As many as the 24 hours before'),
  more: t('{count} more than the 24 hours before', { count }),
  less: t('{count} fewer than the 24 hours before', { count }),
})
const MONTH: TrendWords = (count) => ({
  same: t('As many as the 30 days before'),
  more: t('{count} more than the 30 days before', { count }),
  less: t('{count} fewer than the 30 days before', { count }),
})
const GAS: TrendWords = (amount) => ({
  same: t('As much as the 30 days before'),
  more: t('{amount} more than the 30 days before', { amount }),
  less: t('{amount} less than the 30 days before', { amount }),
})

/** Sent amounts per token, because different tokens cannot be added. Renders nothing if nothing was sent. */
function SentCard({ sent }: Pick<Overview, 'sent'>) {
  if (sent.length === 0) return null
  return (
    <Card
      title={t('Sent, last 30 days')}
      note={t('Tokens on your list, by confirmed transactions, fees included.')}
      flush
    >
      <ul className="divide-y divide-line">
        {sent.map(({ tokenAddress, symbol, decimals, amount }) => (
          <li key={tokenAddress} className="relative flex items-center gap-3 px-4 py-2 hover:bg-hover">
            <TokenMark symbol={tokenSymbol(symbol)} />
            <RowLink
              to={paths.transactions.href({ token: tokenAddress, status: 'CONFIRMED', time: 'month' })}
              className="mr-auto min-w-0 [overflow-wrap:anywhere]"
            >
              {tokenSymbol(symbol)}
            </RowLink>
            <AmountButton
              units={amount}
              decimals={decimals}
              symbol={symbol}
              className="min-w-0 text-right [overflow-wrap:anywhere]"
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function NumbersSkeleton({ isNarrow }: { isNarrow: boolean }): ReactElement {
  return (
    <div role="status" aria-busy="true" className={chooseGrid(isNarrow)}>
      <span className="sr-only">{t('Loading the numbers')}</span>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="rounded-lg border border-line bg-surface p-4 shadow-sm">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="mt-3 h-6 w-16" />
          <Skeleton className="mt-3 h-4 w-32 max-w-full" />
        </div>
      ))}
    </div>
  )
}
