import { hostedUpstreamSchema, type HostedUpstream } from '#protocol/org/hosted-upstream.ts'
import { callApi } from '#web/console/lib/api.ts'

/** The signing secret that the service showed for our webhook. It is never answered again. */
export async function setWebhookSecret(secret: string): Promise<HostedUpstream> {
  const answer = await callApi({
    method: 'PUT',
    path: '/api/upstream/webhook',
    body: { secret },
    answer: hostedUpstreamSchema,
  })
  return answer.content
}
