import { queryOptions } from '@tanstack/react-query'
import { HOLDING_ENDPOINTS } from '#protocol/org/holding-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** What a wallet holds and has granted, as much as one page has; `isCut` says that there is more. */
export const balancesQuery = (address: string) =>
  queryOptions({
    queryKey: ['balances', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { content, nextCursor } = await callEndpoint('/api/baas', HOLDING_ENDPOINTS.getBalances, {
        params: { address },
        query: { limit: '200' },
        signal,
      })
      return { ...content, isCut: nextCursor !== null }
    },
  })
