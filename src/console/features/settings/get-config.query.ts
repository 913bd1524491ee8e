import { queryOptions } from '@tanstack/react-query'
import { BAAS_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

/** The chain, the factory, the fee and the extensions of the service behind the console. */
export const configQuery = () =>
  queryOptions({
    queryKey: ['config'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/baas', BAAS_ENDPOINTS.getConfig, { signal })
      return answer.content
    },
    staleTime: 60_000,
  })
