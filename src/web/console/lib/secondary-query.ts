import { notifyManager, useQueryClient, type Query } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { isLacking } from './describe-problem.ts'

/** Data that pages display next to their subject. */
export const SECONDARY_DATA = [
  'tokens',
  'names',
  'network',
  'fees',
  'balances',
  'alerts',
  'keys',
  'members',
  'first-steps',
  'waiting',
  'policies',
  'protection',
  'recipients',
  'passkey',
  'webhooks',
  'domains',
  'identity',
  'filters',
  'service',
  'sandbox',
  'summaries',
] as const
export type SecondaryData = (typeof SECONDARY_DATA)[number]

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { secondary: SecondaryData }
  }
}

/**
 * Marks the options of a query whose failure its component does not show. The component looks the same with
 * no data and after a failure, so `SecondaryQueryNotice` shows the failure on the page.
 */
export function secondary<Options extends object>(
  data: SecondaryData,
  options: Options,
): Options & { meta: { secondary: SecondaryData } } {
  return { ...options, meta: { secondary: data } }
}

/** The last error of each query. During a retry, the query itself has no error, but the notice stays. */
type LastErrors = WeakMap<Query, unknown>

const SEPARATOR = ' '

/** Data missing on the page because its query failed, and a function that retries those queries. */
export function useMissingData(): { missing: SecondaryData[]; retry: () => Promise<unknown> } {
  const queryClient = useQueryClient()
  const [lastErrors] = useState((): LastErrors => new WeakMap())
  const findFailed = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter((query) => isMissing(query, lastErrors))
  const names = useSyncExternalStore(
    useCallback(
      (onChange) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
      [queryClient],
    ),
    () => findFailed().flatMap(dataOfQuery).join(SEPARATOR),
  )
  const found = new Set(names.split(SEPARATOR))
  return {
    missing: SECONDARY_DATA.filter((data) => found.has(data)),
    retry: () => Promise.allSettled(findFailed().map((query) => query.fetch())),
  }
}

/** Data that displayed components read from a query without showing its failure. */
function dataOfQuery({ observers }: Query): SecondaryData[] {
  return observers.flatMap(({ options }) => options.meta?.secondary ?? [])
}

/**
 * Whether a query has no data and no component shows why. A feature that the service lacks is not a failure.
 */
function isMissing(query: Query, lastErrors: LastErrors): boolean {
  const { data, error, fetchStatus } = query.state
  if (error !== null) lastErrors.set(query, error)
  const isAskedAgain = fetchStatus === 'fetching' && lastErrors.has(query)
  if (data !== undefined || (error === null && !isAskedAgain)) return false
  const isShownElsewhere = query.observers.some(
    ({ options }) => options.enabled !== false && options.meta === undefined,
  )
  return query.isActive() && !isShownElsewhere && !isLacking(lastErrors.get(query))
}
