import { queryOptions } from '@tanstack/react-query'
import { CONFIG_ENDPOINTS } from '#protocol/org/config-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** The chain, the factory, the fee and the extensions of the service behind the console. */
export const configQuery = () =>
  queryOptions({
    queryKey: ['config'],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/baas', CONFIG_ENDPOINTS.getConfig, { signal })
      return answer.content
    },
    staleTime: 60_000,
  })
