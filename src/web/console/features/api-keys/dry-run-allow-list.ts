import { API_KEY_ENDPOINTS } from '#protocol/org/api-key-endpoints.ts'
import type { AllowListDryRun } from '#protocol/org/api-key-usage.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** What a list would have refused in the last 30 days. It changes nothing. */
export async function dryRunAllowList(keyId: string, ranges: string[]): Promise<AllowListDryRun> {
  const answer = await callEndpoint('/api/org', API_KEY_ENDPOINTS.dryRunAllowList, {
    params: { keyId },
    body: { ranges },
  })
  return answer.content
}
