import { queryOptions } from '@tanstack/react-query'
import { FEE_ENDPOINTS } from '#protocol/organization.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export const feesQuery = () =>
  queryOptions({
    queryKey: ['fees'],
    queryFn: async ({ signal }) => (await callEndpoint('/api/org', FEE_ENDPOINTS.getFees, { signal })).fee,
  })
