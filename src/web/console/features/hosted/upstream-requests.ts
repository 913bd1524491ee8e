import { queryOptions } from '@tanstack/react-query'
import { hostedUpstreamSchema as answer, type HostedUpstream } from '#protocol/org/hosted-upstream.ts'
import { callApi } from '#web/console/lib/api.ts'

const PATH = '/api/upstream'
const REFRESH_MS = 10_000

/** The hosted service and its sources of outcomes; polled while the card is open: webhooks arrive any time. */
export const upstreamQuery = () =>
  queryOptions({
    queryKey: ['upstream'],
    queryFn: ({ signal }) => callApi({ method: 'GET', path: PATH, answer, signal }),
    refetchInterval: (query) => (query.state.status === 'error' ? false : REFRESH_MS),
  })

/** The console's server registers the webhook at the service and stores its secret. */
export function registerWebhook(): Promise<HostedUpstream> {
  return callApi({ method: 'POST', path: `${PATH}/webhook/registration`, answer })
}

/** Stores the signing secret that the service displayed for our webhook. It is never returned again. */
export function setWebhookSecret(secret: string): Promise<HostedUpstream> {
  return callApi({ method: 'PUT', path: `${PATH}/webhook`, body: { secret }, answer })
}
