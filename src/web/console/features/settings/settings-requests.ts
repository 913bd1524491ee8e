import { queryOptions } from '@tanstack/react-query'
import { CONFIG_ENDPOINTS, FEE_ENDPOINTS, type FeeSettings } from '#protocol/organization.ts'
import { callEndpoint } from '#web/console/lib/api.ts'
import { endpointQuery } from '#web/console/lib/read.query.ts'

/** The chain, the factory, the fee and the extensions of the service behind the console. */
export const configQuery = () =>
  endpointQuery(['config'], '/api/baas', CONFIG_ENDPOINTS.getConfig, { staleTime: 60_000 })

export const feesQuery = () =>
  queryOptions({
    queryKey: ['fees'],
    queryFn: async ({ signal }) => (await callEndpoint('/api/org', FEE_ENDPOINTS.getFees, { signal })).fee,
  })

/** `null` charges no fee. */
export async function setFees(fee: FeeSettings): Promise<FeeSettings> {
  return (await callEndpoint('/api/org', FEE_ENDPOINTS.setFees, { body: { fee } })).fee
}
