import type { BffContext, Route } from '#bff/context.ts'
import { receiveWebhook } from './receive-webhook.ts'

/** Called by the hosted service, server to server: the signature is its only credential. */
export const HOSTED_WEBHOOKS = '/api/upstream/webhooks/'

/** The address of the hosted service's webhook. There is none where the service is embedded. */
export function hostedWebhookRoutes(ctx: BffContext): Route[] {
  if (!ctx.settings.hostedUpstream) return []
  const path = `${HOSTED_WEBHOOKS}:hookId`
  return [{ method: 'POST', path, handle: (exchange) => receiveWebhook(ctx, exchange) }]
}
