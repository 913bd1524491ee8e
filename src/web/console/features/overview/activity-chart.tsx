import { useState, type ReactElement } from 'react'
import { sameAddress } from '#protocol/display/address.ts'
import type { Overview, OverviewDay } from '#protocol/overview.ts'
import { BarChart } from '#web/console/components/bar-chart.tsx'
import { Card } from '#web/console/components/card.tsx'
import type { ChartMeasure, ChartProps } from '#web/console/components/chart-values.ts'
import { SmallSelect } from '#web/console/components/filter-fields.tsx'
import { formatDay, formatNumber, shortAmount, tokenSymbol } from '#web/console/lib/display.ts'
import { t } from '#web/ui/text.ts'
import { monthTrend } from './trend-words.ts'

type ActivityChartProps = { numbers: Overview }
type SentToken = Overview['sent'][number]

/** The choice that draws the number of transactions. Every other choice is a token's address. */
const TRANSACTIONS = ''

/**
 * Transactions and sent amounts by day. Different tokens cannot be added, so one measure is drawn, and the others are
 * listed with the day that is pointed to.
 */
export function ActivityChart({ numbers }: ActivityChartProps): ReactElement {
  const { days, sent, transactions } = numbers
  const [chosen, setChosen] = useState(TRANSACTIONS)
  const token = sent.find(({ tokenAddress }) => tokenAddress === chosen)
  const others = sent.filter((one) => one !== token)
  return (
    <Card
      title={t('Last 30 days')}
      note={t('{count, plural, one {# transaction} other {# transactions}} · {trend}', {
        count: transactions.month.count,
        trend: monthTrend(transactions.month),
      })}
      actions={
        sent.length > 0 && (
          <SmallSelect
            label={t('Measure')}
            value={chosen}
            onChange={setChosen}
            options={[
              { value: TRANSACTIONS, label: t('Transactions') },
              ...sent.map(({ tokenAddress, symbol }) => ({
                value: tokenAddress,
                label: t('{symbol} sent', { symbol: tokenSymbol(symbol) }),
              })),
            ]}
          />
        )
      }
    >
      {days === undefined ? (
        <p className="text-sm text-muted">{t('The hosted service does not report numbers by day.')}</p>
      ) : (
        <BarChart
          key={chosen}
          label={t('Transactions and sent amounts by day')}
          {...(token === undefined ? drawTransactions(days) : drawToken(days, token))}
          also={[
            ...(token === undefined ? [] : [countMeasure(days)]),
            ...others.map((one) => sentMeasure(days, one)),
          ]}
        />
      )}
    </Card>
  )
}

type Days = readonly OverviewDay[]
type Drawn = Pick<ChartProps, 'series' | 'bars' | 'text'>

function drawTransactions(days: Days): Drawn {
  return {
    series: [
      { name: t('Confirmed'), tone: 'success' },
      { name: t('Failed'), tone: 'danger' },
      { name: t('Declined or expired'), tone: 'neutral' },
      { name: t('Pending'), tone: 'info' },
    ],
    bars: days.map(({ day, transactions: { confirmed, failed, declined, expired, open } }) => ({
      name: formatDay(day),
      values: [confirmed, failed, declined + expired, open].map(BigInt),
    })),
    text: formatNumber,
  }
}

function drawToken(days: Days, token: SentToken): Drawn {
  const { name, values, text } = sentMeasure(days, token)
  return {
    series: [{ name, tone: 'accent' }],
    bars: days.map(({ day }, index) => ({ name: formatDay(day), values: [values[index] ?? 0n] })),
    text,
  }
}

function countMeasure(days: Days): ChartMeasure {
  const values = days.map(({ transactions }) =>
    BigInt(Object.values(transactions).reduce((all, count) => all + count, 0)),
  )
  return { name: t('Transactions'), values, text: formatNumber }
}

function sentMeasure(days: Days, { tokenAddress, symbol, decimals }: SentToken): ChartMeasure {
  const shown = tokenSymbol(symbol)
  return {
    name: t('{symbol} sent', { symbol: shown }),
    values: days.map(({ sent }) =>
      BigInt(sent.find((one) => sameAddress(one.tokenAddress, tokenAddress))?.amount ?? 0),
    ),
    text: (units) => shortAmount(units, decimals, shown),
  }
}
