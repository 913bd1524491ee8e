import { QueryClient } from '@tanstack/react-query'
import { readProblemRetry } from './describe-problem.ts'

const RETRIES_MAX = 2

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // Only transient failures are retried: no answer, or an unreachable chain or service.
        retry: (failures, error) => failures < RETRIES_MAX && readProblemRetry(error) === 'at-once',
        retryDelay: (failures) => 400 * 2 ** failures,
        // A request fails by itself when the network is down; pausing would leave skeletons forever.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
