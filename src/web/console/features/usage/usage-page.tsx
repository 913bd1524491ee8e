import { useQuery, keepPreviousData } from '@tanstack/react-query'
import type { ReactNode, ComponentProps, ReactElement } from 'react'
import { useSearchParams } from 'react-router'
import { sameAddress } from '#protocol/display/address.ts'
import { type Usage, type UsageDay, USAGE_ENDPOINTS } from '#protocol/usage.ts'
import { BarChart } from '#web/console/components/bar-chart.tsx'
import { Card, Skeleton } from '#web/console/components/card.tsx'
import type { ChartBar } from '#web/console/components/chart-values.ts'
import { useItemsFile } from '#web/console/components/export-files.tsx'
import { SmallSelect } from '#web/console/components/filter-fields.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page } from '#web/console/components/page.tsx'
import { ListMenu } from '#web/console/components/table-menu.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { orgApi } from '#web/console/lib/api.ts'
import { useCallContext } from '#web/console/lib/calls.ts'
import { shortAmount, formatDay, tokenSymbol } from '#web/console/lib/display.ts'
import { useNativeCoin } from '#web/console/lib/use-native-coin.ts'
import { quantityText } from '#web/ui/quantity.ts'
import { t, formatExact } from '#web/ui/text.ts'

const PERIOD_DEFAULT = '30'
/** Refetch interval in milliseconds. Daily totals need no live updates. */
const REFETCH_INTERVAL_MS = 30_000

export function UsagePage(): ReactElement {
  const [search, setSearch] = useSearchParams()
  const days = USAGE_PERIODS.find((period) => period === search.get('days')) ?? PERIOD_DEFAULT
  const usage = useQuery({
    ...orgApi.query(['usage', days], USAGE_ENDPOINTS.getUsage, { query: { days } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const rows = usage.data === undefined ? [] : usageRows(usage.data)
  const file = useItemsFile(`usage-${days}-days`, rows)
  return (
    <Page
      title={t('Usage')}
      purpose={t('By day, in UTC.')}
      actions={
        <>
          <SmallSelect
            label={t('Period')}
            value={days}
            onChange={(next) => setSearch(next === PERIOD_DEFAULT ? {} : { days: next }, { replace: true })}
            options={USAGE_PERIODS.map((value) => ({
              value,
              label: t('Last {count, plural, one {# day} other {# days}}', { count: Number(value) }),
            }))}
          />
          <ListMenu rows={rows.length} isPart files={file} />
        </>
      }
    >
      <Loaded query={usage} skeleton={<UsageSkeleton />}>
        {(content) => (
          <div className={usage.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
            <UsageCharts usage={content} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** Usage by day, with a chart per count. */
function UsageCharts({ usage }: { usage: Usage }) {
  const { days } = usage
  const { isLoading } = useNativeCoin()
  const counted = days.filter(({ apiRequests }) => apiRequests !== null)
  // Waits for the native token's symbol. Replacing a placeholder could change the height of its chart.
  if (isLoading) return <UsageSkeleton />
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <ChartCard
        title={t('Transactions')}
        note={t('By day accepted and by outcome.')}
        label={t('Transactions by day and outcome')}
        series={[
          { name: t('Confirmed'), tone: 'success' },
          { name: t('Failed'), tone: 'danger' },
          { name: t('Declined'), tone: 'warning' },
          { name: t('Expired'), tone: 'neutral' },
          { name: t('Pending'), tone: 'info' },
        ]}
        bars={bars(days, ({ transactions: { confirmed, failed, declined, expired, open } }) =>
          [confirmed, failed, declined, expired, open].map(BigInt),
        )}
      />
      <GasCard usage={usage} />
      <ChartCard
        title={t('Wallets created')}
        label={t('Wallets created by day')}
        series={[{ name: t('Wallets'), tone: 'accent' }]}
        bars={bars(days, ({ walletsCreated }) => [BigInt(walletsCreated)])}
      />
      <ChartCard
        title={t('API requests')}
        note={t('All keys together, including the console’s own. Kept for 30 days.')}
        label={t('API requests by day')}
        series={[{ name: t('Requests'), tone: 'accent' }]}
        bars={bars(counted, ({ apiRequests }) => [BigInt(apiRequests ?? 0)])}
      />
      <FeeCharts days={days} />
    </div>
  )
}

function GasCard({ usage: { days, gasBudgetWeiPerDay, gasLimits } }: { usage: Usage }) {
  const budget = gasBudgetWeiPerDay === null ? undefined : BigInt(gasBudgetWeiPerDay)
  const { decimals, symbol } = useNativeCoin()
  return (
    <ChartCard
      title={t('Gas')}
      note={[
        budget === undefined
          ? t(
              'Gas the relayer paid for your wallets, plus reserves for pending transactions. There is no budget.',
            )
          : t(
              'Gas the relayer paid for your wallets, plus reserves for pending transactions, against the daily budget.',
            ),
        ...limitTexts(gasLimits),
      ].join(' ')}
      label={t('Gas paid by the relayer by day')}
      series={[{ name: t('Gas'), tone: 'accent' }]}
      bars={bars(days, ({ gasWei }) => [BigInt(gasWei)])}
      text={(wei) => shortAmount(wei, decimals, symbol)}
      limit={budget === undefined ? undefined : { name: t('Daily budget'), value: budget }}
    />
  )
}

/** Describes the limits in gas, which does not depend on the gas price. */
function limitTexts(limits: Usage['gasLimits']): string[] {
  if (limits === undefined) return []
  const { walletGasPerDay, userGasPerDay, gasPerCallMax } = limits
  return [
    ...(walletGasPerDay === null
      ? []
      : [t('Limit for each wallet: {gas} gas a day.', { gas: formatExact(walletGasPerDay) })]),
    ...(userGasPerDay === null
      ? []
      : [t('Limit for each end-user: {gas} gas a day.', { gas: formatExact(userGasPerDay) })]),
    t('Limit for one call: {gas} gas.', { gas: formatExact(gasPerCallMax) }),
  ]
}

/** A chart per coin, because different coins cannot be added. */
function FeeCharts({ days }: { days: readonly UsageDay[] }) {
  const { tokens, isLoading } = useCallContext()
  const coins = [...new Set(days.flatMap(({ fees }) => fees.map(({ tokenAddress }) => tokenAddress)))]
  const note = t('Received from confirmed transactions.')
  const label = t('Fees received by day')
  if (isLoading) return <ChartSkeleton />
  if (coins.length === 0) return <ChartCard title={t('Fees')} {...{ note, label }} series={[]} bars={[]} />
  return coins.map((coin) => {
    const token = tokens.find(({ address }) => sameAddress(address, coin))
    const symbol = tokenSymbol(token?.symbol ?? '')
    return (
      <ChartCard
        key={coin}
        title={token === undefined ? t('Fees') : t('Fees in {symbol}', { symbol })}
        note={
          token === undefined ? (
            <>
              {t('In base units of')} <HexText value={checksum(coin)} what={t('token address')} />
            </>
          ) : (
            note
          )
        }
        label={label}
        series={[{ name: t('Fees'), tone: 'success' }]}
        bars={bars(days, (day) => [sumFees(day, coin)])}
        text={(units) =>
          token === undefined
            ? quantityText({ kind: 'units', units: String(units) })
            : shortAmount(units, token.decimals, symbol)
        }
      />
    )
  })
}

type ChartCardProps = ComponentProps<typeof BarChart> & { title: string; note?: ReactNode }

function ChartCard({ title, note, ...chart }: ChartCardProps) {
  const isEmpty = chart.bars.every(({ values }) => values.every((value) => value === 0n))
  return (
    <Card title={title} note={note}>
      {isEmpty ? (
        <p className="text-sm text-muted">{t('No data for this period.')}</p>
      ) : (
        <BarChart {...chart} />
      )}
    </Card>
  )
}

function bars(days: readonly UsageDay[], readValues: (day: UsageDay) => bigint[]): ChartBar[] {
  return days.map((day) => ({ name: formatDay(day.day), values: readValues(day) }))
}

/** Fees of a day in one coin, in its base units. */
function sumFees({ fees }: UsageDay, coin: string): bigint {
  return fees.reduce(
    (sum, { tokenAddress, amount }) => (sameAddress(tokenAddress, coin) ? sum + BigInt(amount) : sum),
    0n,
  )
}

function UsageSkeleton() {
  return (
    <div role="status" aria-busy="true" className="grid gap-6 xl:grid-cols-2">
      <span className="sr-only">{t('Loading the usage')}</span>
      {[0, 1, 2, 3].map((index) => (
        <ChartSkeleton key={index} />
      ))}
    </div>
  )
}

function ChartSkeleton() {
  return (
    <Card>
      <Skeleton className="mb-4 h-4 w-32" />
      <Skeleton className="h-48 w-full" />
    </Card>
  )
}

/** Periods of the page, in days. */
const USAGE_PERIODS = ['7', '30', '90'] as const

const NO_FEE = { feeCoinAddress: '', feeSmallestUnits: '' }

/**
 * Rows for a spreadsheet: one per day, with the counts and one fee token. Each further fee token of a day has a row
 * with the day and its amount only.
 */
export function usageRows({ days }: Usage): object[] {
  return days.flatMap(({ day, transactions, walletsCreated, apiRequests, gasWei, fees }) => {
    const [first = NO_FEE, ...others] = fees.map(({ tokenAddress, amount }) => ({
      feeCoinAddress: tokenAddress,
      feeSmallestUnits: amount,
    }))
    const counts = { ...transactions, walletsCreated, apiRequests, gasWei }
    return [{ day, ...counts, ...first }, ...others.map((fee) => ({ day, ...fee }))]
  })
}
