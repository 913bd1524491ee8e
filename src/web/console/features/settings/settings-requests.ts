import { queryOptions } from '@tanstack/react-query'
import { FEE_ENDPOINTS, type FeeSettings } from '#protocol/organization.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export const feesQuery = () =>
  queryOptions({
    queryKey: ['fees'],
    queryFn: async ({ signal }) => (await callEndpoint('/api/org', FEE_ENDPOINTS.getFees, { signal })).fee,
  })

/** `null` charges no fee. */
export async function setFees(fee: FeeSettings): Promise<FeeSettings> {
  return (await callEndpoint('/api/org', FEE_ENDPOINTS.setFees, { body: { fee } })).fee
}
