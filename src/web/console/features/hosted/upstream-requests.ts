import { queryOptions } from '@tanstack/react-query'
import { hostedUpstreamSchema as answer } from '#protocol/hosted-upstream.ts'
import { callApi } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'

const PATH = '/api/upstream'
const REFRESH_MS = 10_000

/** The hosted service and its sources of outcomes; polled while the card is open: webhooks arrive any time. */
export const upstreamQuery = () =>
  queryOptions({
    ...pathQuery(['upstream'], PATH, answer),
    refetchInterval: (query) => (query.state.status === 'error' ? false : REFRESH_MS),
  })

/** The console's server registers the webhook at the service and stores its secret. */
export const registerWebhook = () => callApi({ method: 'POST', path: `${PATH}/webhook/registration`, answer })

/** Stores the signing secret that the service displayed for our webhook. It is never returned again. */
export const setWebhookSecret = (secret: string) =>
  callApi({ method: 'PUT', path: `${PATH}/webhook`, body: { secret }, answer })
