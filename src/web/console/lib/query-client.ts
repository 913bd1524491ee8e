import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/ui/errors.ts'

const RETRIES_MAX = 2

/** Only transient failures are retried: no answer, or an unreachable chain or service. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'NETWORK' || error.status === 502 || error.status === 503 || error.status === 504
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < RETRIES_MAX && isPassing(error),
        retryDelay: (failures) => 400 * 2 ** failures,
        // A request fails by itself when the network is down; pausing would leave skeletons forever.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
