import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { BAAS_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

type WalletsFilter = { q?: string; cursor?: string; limit?: string }

/** One page of wallets, newest first; `nextCursor` leads to the older ones. */
export const walletsQuery = (filter: WalletsFilter = {}) =>
  queryOptions({
    queryKey: ['wallets', filter],
    queryFn: ({ signal }) => callEndpoint('/api/baas', BAAS_ENDPOINTS.listWallets, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })
