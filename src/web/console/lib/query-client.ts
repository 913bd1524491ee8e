import { QueryClient } from '@tanstack/react-query'
import { isLacking, readProblemRetry } from './describe-problem.ts'

const RETRIES_MAX = 2

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // Retries only transient failures: no response, or an unreachable chain or service.
        retry: (failures, error) => failures < RETRIES_MAX && readProblemRetry(error) === 'at-once',
        retryDelay: (failures) => 400 * 2 ** failures,
        // A request fails by itself when the network is down. Pausing it would show skeletons forever.
        networkMode: 'always',
        retryOnMount: isOffered,
        refetchOnWindowFocus: isOffered,
        refetchOnReconnect: isOffered,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/**
 * False if the service lacks the feature. The query is then not refetched automatically, because only an update can
 * add the feature.
 */
function isOffered({ state }: { state: { error: unknown } }): boolean {
  return !isLacking(state.error)
}
