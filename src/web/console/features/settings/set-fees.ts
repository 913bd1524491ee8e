import { FEE_ENDPOINTS } from '#protocol/org/fee-endpoints.ts'
import type { FeeSettings } from '#protocol/org/organization.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** `null` charges no fee. */
export async function setFees(fee: FeeSettings): Promise<FeeSettings> {
  const answer = await callEndpoint('/api/org', FEE_ENDPOINTS.setFees, { body: { fee } })
  return answer.content.fee
}
