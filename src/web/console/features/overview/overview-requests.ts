import { queryOptions } from '@tanstack/react-query'
import { ALERT_ENDPOINTS } from '#protocol/alerts.ts'
import { DEPLOYMENT_ENDPOINTS } from '#protocol/console/deployment-endpoints.ts'
import { OVERVIEW_ENDPOINTS, type Overview } from '#protocol/overview.ts'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { baasApi, consoleApi, orgApi } from '#web/console/lib/api.ts'
import { orIfLacking } from '#web/console/lib/describe-problem.ts'
import type { RowQuery, DataQuery } from '#web/console/lib/row-query.ts'

/** `hasMore`: not all wallets were counted. `numbers`: null if a hosted service does not report them. */
export type OverviewData = { wallets: number; hasMore?: boolean; numbers: Overview | null }

export const overviewQuery = (): DataQuery<OverviewData> =>
  queryOptions<OverviewData>({
    queryKey: ['overview'],
    queryFn: async ({ signal }) => {
      const numbers = orgApi.call(OVERVIEW_ENDPOINTS.getOverview, { signal })
      return orIfLacking(
        numbers.then((read) => ({ wallets: read.wallets.count, numbers: read })),
        () => readWallets(signal),
      )
    },
  })

/**
 * Number of wallets, for a service without the overview endpoint. Counts the first page if the list has several.
 */
async function readWallets(signal: AbortSignal): Promise<OverviewData> {
  const query = { limit: '200' }
  const listed = await baasApi.page(WALLET_ENDPOINTS.listWallets, { query, signal })
  return { wallets: listed.content.length, hasMore: listed.nextCursor !== null, numbers: null }
}

/** Alerts of the organization. Live events refetch them together with the numbers. */
export const alertsQuery = (): RowQuery<typeof ALERT_ENDPOINTS.listAlerts> =>
  orgApi.query(['overview', 'alerts'], ALERT_ENDPOINTS.listAlerts)

/** Steps to a working integration that people have done. */
export const firstStepsQuery = (): RowQuery<typeof DEPLOYMENT_ENDPOINTS.getFirstSteps> =>
  consoleApi.query(['overview', 'first-steps'], DEPLOYMENT_ENDPOINTS.getFirstSteps)
