import { notifyManager, useQueryClient, type Query } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { isLacking } from './describe-problem.ts'

/** Data that pages display besides their subject. */
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
] as const
export type SecondaryData = (typeof SECONDARY_DATA)[number]

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { secondary: SecondaryData }
  }
}

/**
 * Marks the options of a query whose failure its component does not show. `SecondaryQueryNotice` shows it on the
 * page instead: a component that reads `data` alone looks the same with nothing and with a failure.
 */
export function secondary<Options extends object>(
  data: SecondaryData,
  options: Options,
): Options & { meta: { secondary: SecondaryData } } {
  return { ...options, meta: { secondary: data } }
}

/** The last error of each query. It has none while it is asked again, and the notice stays meanwhile. */
type LastErrors = WeakMap<Query, unknown>

const SEPARATOR = ' '

/** The data that is missing on the page because its query failed, and a function that retries it. */
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

/** The data that displayed components read from a query without showing its failure. */
function dataOfQuery({ observers }: Query): SecondaryData[] {
  return observers.flatMap(({ options }) => options.meta?.secondary ?? [])
}

/** Whether nothing is known and no component shows why. A service that lacks a feature is no failure. */
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
