import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Button } from '#web/console/components/button.tsx'
import { Loaded } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { SmallSelect } from '#web/console/components/filter-fields.tsx'
import {
  USAGE_PERIODS,
  usageCsv,
  usageQuery,
  UsageCharts,
  UsageSkeleton,
} from '#web/console/features/usage/usage-charts.tsx'
import { saveFile } from '#web/console/lib/save-file.ts'
import { t } from '#web/ui/text.ts'
import { useCallContext } from '#web/console/lib/use-call-context.ts'

const PERIOD_DEFAULT = '30'
/** A day's sums need no live updates. */
const REFETCH_INTERVAL_MS = 30_000

export function UsagePage() {
  const [search, setSearch] = useSearchParams()
  const days = USAGE_PERIODS.find((period) => period === search.get('days')) ?? PERIOD_DEFAULT
  const usage = useQuery({ ...usageQuery(days), refetchInterval: REFETCH_INTERVAL_MS })
  const { tokens } = useCallContext()
  const { data } = usage
  return (
    <Page
      title={t('Usage')}
      purpose={t('Activity and cost of the organization’s wallets by day (UTC).')}
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
          <Button
            icon="receive"
            refusing={data === undefined}
            onClick={() => data && saveFile(`usage-${days}-days.csv`, 'text/csv', usageCsv(data))}
          >
            {t('Save as CSV')}
          </Button>
        </>
      }
    >
      <Loaded query={usage} skeleton={<UsageSkeleton />}>
        {(content) => (
          <div className={usage.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
            <UsageCharts usage={content} tokens={tokens} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
