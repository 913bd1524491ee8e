import { hostedUpstreamSchema, type HostedUpstream } from '#protocol/org/hosted-upstream.ts'
import { callApi } from '#web/console/lib/api.ts'

/** Has the console's server register the webhook at the service and keep its secret. */
export async function registerWebhook(): Promise<HostedUpstream> {
  const answer = await callApi({
    method: 'POST',
    path: '/api/upstream/webhook/registration',
    answer: hostedUpstreamSchema,
  })
  return answer.content
}
