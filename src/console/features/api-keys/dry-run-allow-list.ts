import { API_KEY_ENDPOINTS } from '#shared/org/api-key-endpoints.ts'
import type { AllowListDryRun } from '#shared/org/api-key-usage.ts'
import { callEndpoint } from '#console/lib/api.ts'

/** What a list would have refused in the last 30 days. It changes nothing. */
export async function dryRunAllowList(keyId: string, ranges: string[]): Promise<AllowListDryRun> {
  const answer = await callEndpoint('/api/org', API_KEY_ENDPOINTS.dryRunAllowList, {
    params: { keyId },
    body: { ranges },
  })
  return answer.content
}
