import type {
  HasClock,
  HasDatabase,
  HasHosting,
  HasKeyVault,
  HasLive,
  HasLog,
  HasWebhookRefusals,
} from '#bff/context-parts.ts'
import type { Route } from '#bff/context.ts'
import { receiveWebhook } from './receive-webhook.ts'

/** Path prefix of the hosted service's webhooks. The signature is the only credential of these requests. */
export const HOSTED_WEBHOOKS = '/api/upstream/webhooks/'

/** Route for webhooks of the hosted service. Empty for an embedded service. */
export function hostedWebhookRoutes(
  ctx: HasClock & HasDatabase & HasLive & HasLog & HasHosting & HasKeyVault & HasWebhookRefusals,
): Route[] {
  if (!ctx.settings.hostedUpstream) return []
  const path = `${HOSTED_WEBHOOKS}:hookId`
  return [{ method: 'POST', path, handle: (exchange) => receiveWebhook(ctx, exchange) }]
}
