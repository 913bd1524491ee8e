import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Alert } from '#protocol/alerts.ts'
import type { FirstSteps } from '#protocol/console/first-steps.ts'
import { ButtonLink } from '#web/console/components/button.tsx'
import { EmptyState } from '#web/console/components/card.tsx'
import { Loaded, type Query } from '#web/console/components/loaded.tsx'
import { Together } from '#web/console/components/together.tsx'
import { apiKeysQuery } from '#web/console/features/api-keys/api-key-requests.ts'
import { ActivityChart } from '#web/console/features/overview/activity-chart.tsx'
import { FirstStepsCard, listSteps } from '#web/console/features/overview/first-steps-card.tsx'
import {
  countAttention,
  NumbersSkeleton,
  OverviewNumbers,
} from '#web/console/features/overview/overview-numbers.tsx'
import type { OverviewData } from '#web/console/features/overview/overview-requests.ts'
import { RaisedAlerts } from '#web/console/features/overview/raised-alerts.tsx'
import { NothingReported } from '#web/console/features/transactions/nothing-reported.tsx'
import type { ListedTransactions } from '#web/console/features/transactions/organization-transactions.tsx'
import { RecentTransactions } from '#web/console/features/transactions/recent-transactions.tsx'
import { allowedTokensQuery, configQuery } from '#web/console/lib/calls.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { onDemand } from '#web/console/lib/on-demand.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'

const ExposedKeys = onDemand(() =>
  import('#web/console/features/api-keys/exposed-keys.tsx').then((module) => module.ExposedKeys),
)

/** Prefetches the chain and the tokens, which the sentences about transactions need. */
export async function readContent(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(configQuery()),
    queryClient.prefetchQuery(allowedTokensQuery()),
  ])
}

type OverviewContentProps = {
  overview: Query<OverviewData>
  recent: Query<ListedTransactions>
  alerts: readonly Alert[]
  /** Null if the steps are unknown: a failed query must not make a step look undone. */
  steps: FirstSteps | null
}

export function OverviewContent({ overview, recent, alerts, steps }: OverviewContentProps): ReactElement {
  const hasTransactions = (recent.data?.transactions.length ?? 0) > 0
  const listed = steps === null ? [] : listSteps(steps, hasTransactions)
  const hasSteps = listed.some(({ done }) => !done)
  const hasExposedKeys = useExposedKeys(overview.data, alerts)
  return (
    <Together className="">
      {hasExposedKeys && <ExposedKeys />}
      <RaisedAlerts alerts={alerts} />
      <div className={`grid gap-6 ${hasSteps ? 'lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start' : ''}`}>
        {hasSteps && (
          <div className="min-w-0 lg:col-start-2">
            <FirstStepsCard steps={listed} />
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-1 lg:row-start-1">
          <Loaded query={overview} skeleton={<NumbersSkeleton />}>
            {(data) => hasAny(data, recent.data) && <Numbers data={data} hasTransactions={hasTransactions} />}
          </Loaded>
          <RecentTransactions
            query={recent}
            empty={recent.data?.ownersKnown === false ? <NothingReported /> : <Invitation steps={steps} />}
          />
        </div>
      </div>
    </Together>
  )
}

function Numbers({ data, hasTransactions }: { data: OverviewData; hasTransactions: boolean }) {
  return (
    <>
      <OverviewNumbers data={data} />
      {data.numbers !== null && hasTransactions && <ActivityChart numbers={data.numbers} />}
    </>
  )
}

/**
 * Whether the numbers are worth displaying. An organization without transactions sees an invitation instead of zeros.
 */
function hasAny({ numbers, wallets }: OverviewData, recent: ListedTransactions | undefined): boolean {
  if (recent === undefined || recent.transactions.length > 0) return true
  return numbers === null ? wallets > 0 : countAttention(numbers, []) > 0
}

/** Whether an API key is exposed. Reads the keys only if an alert says so, or if the service has no alerts. */
function useExposedKeys(overview: OverviewData | undefined, alerts: readonly Alert[]): boolean {
  const isRaised = alerts.some(({ kind }) => kind === 'key-exposed')
  const hasNoAlerts = overview?.numbers === null
  const keys = useLiveQuery({ ...secondary('keys', apiKeysQuery()), enabled: isRaised || hasNoAlerts }).data
  return keys?.some(({ exposedAtDatetime }) => Boolean(exposedAtDatetime)) === true
}

/** The next step of an organization without transactions. */
function Invitation({ steps }: { steps: FirstSteps | null }) {
  if (steps === null)
    return (
      <EmptyState icon="transfer" title={t('No transactions yet')}>
        {t('Transactions of your wallets appear here, from signature to confirmation.')}
      </EmptyState>
    )
  if (steps.wallet === null)
    return (
      <EmptyState
        icon="wallet"
        title={t('Nothing has happened yet')}
        action={<ButtonLink to={paths.newWallet.href()}>{t('Create the first wallet')}</ButtonLink>}
      >
        {t('A wallet can receive tokens immediately. Its transactions appear here, with a chart.')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon="send"
      title={t('Nothing has happened yet')}
      action={<ButtonLink to={paths.wallet.href(steps.wallet)}>{t('Send the first transaction')}</ButtonLink>}
    >
      {t('Receive tokens in the wallet, then send some. The transactions appear here, with a chart.')}
    </EmptyState>
  )
}
