import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Skeleton } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { countAttention, NumbersSkeleton } from '#web/console/features/overview/overview-numbers.tsx'
import {
  alertsQuery,
  firstStepsQuery,
  overviewQuery,
} from '#web/console/features/overview/overview-requests.ts'
import { organizationTransactionsQuery } from '#web/console/features/transactions/organization-transactions.tsx'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { onDemand } from '#web/console/lib/on-demand.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'

/** Loaded in parallel with the data. Contains the code that only this page needs. */
const loadContent = () => import('./overview-content.tsx')
const OverviewContent = onDemand(
  () => loadContent().then((module) => module.OverviewContent),
  <OverviewSkeleton />,
)

export function OverviewPage(): ReactElement {
  const overview = useLiveQuery(overviewQuery())
  const alerts = useLiveQuery(secondary('alerts', alertsQuery()))
  const steps = useLiveQuery(secondary('first-steps', firstStepsQuery()))
  const recent = useLiveQuery(organizationTransactionsQuery({}))
  // The parts are displayed together, so that no part moves another part.
  const isKnown = [overview, alerts, steps, recent].every(
    ({ data, failureCount }) => data !== undefined || failureCount > 0,
  )
  const numbers = overview.data?.numbers ?? undefined
  const attention = numbers && alerts.data && countAttention(numbers, alerts.data)
  return (
    <Page
      title={t('Overview')}
      purpose={attentionText(attention)}
      actions={
        <ButtonLink tone="add" to={paths.newWallet.href()}>
          {t('New wallet')}
        </ButtonLink>
      }
    >
      {isKnown ? (
        <OverviewContent
          overview={overview}
          recent={recent}
          alerts={alerts.data ?? []}
          steps={steps.data ?? null}
        />
      ) : (
        <OverviewSkeleton />
      )}
    </Page>
  )
}

/** Prefetches the code and all queries of the page in parallel. */
export async function read(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    loadContent()
      .then(({ readContent }) => readContent(queryClient))
      .catch(() => undefined),
    queryClient.prefetchQuery(overviewQuery()),
    queryClient.prefetchQuery(alertsQuery()),
    queryClient.prefetchQuery(firstStepsQuery()),
    queryClient.prefetchQuery(organizationTransactionsQuery({})),
  ])
}

/** `attention`: number of items that need attention. The line keeps its height while the number is unknown. */
function attentionText(attention: number | undefined): string {
  if (attention === undefined) return '\u00a0'
  return t(
    '{attention, plural, =0 {Nothing needs attention} one {# item needs attention} other {# items need attention}}',
    { attention },
  )
}

function OverviewSkeleton(): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <NumbersSkeleton />
      <Skeleton className="h-72 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  )
}
