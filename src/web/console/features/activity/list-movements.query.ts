import { infiniteQueryOptions } from '@tanstack/react-query'
import { HOLDING_ENDPOINTS } from '#protocol/org/holding-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

const PAGE_ROWS = '20'

/** Transfers in and out of a wallet and rights it gave, as the tokens' logs tell them, newest first. */
export const movementsQuery = (address: string) =>
  infiniteQueryOptions({
    // Whatever moves coins changes it, so it is read again together with the balance.
    queryKey: ['balances', 'movements', address.toLowerCase()],
    queryFn: ({ pageParam, signal }) =>
      callEndpoint('/api/baas', HOLDING_ENDPOINTS.listHistory, {
        params: { address },
        query: { limit: PAGE_ROWS, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
