import { setUpstreamWebhookRequestSchema, type HostedUpstream } from '#protocol/hosted-upstream.ts'
import type { BffContext, Route, Asking } from '#bff/context.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { isKeySealedPresently } from '#bff/organizations/organization.ts'
import { askService, type ServiceAnswer, callUpstream } from '#bff/upstream/call-upstream.ts'
import { countOpen } from './read-transactions.ts'
import {
  ensureHostedUpstream,
  lackingSince,
  type HostedUpstreamRow,
  hookSecretContext,
} from './hosted-upstream-row.ts'
import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'

/** Called by the hosted service, server to server: the signature is its only credential. */
export const HOSTED_WEBHOOKS = '/api/upstream/webhooks/'

/** The hosted service and its webhook; without routes where the service is embedded. */
export function hostedUpstreamRoutes(ctx: BffContext): Route[] {
  if (!ctx.settings.hostedUpstream) return []
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/upstream', {}, describeUpstream),
    // The secret's holder can report outcomes: setting it takes step-up (threat 44, `console-access.ts`).
    route('PUT', '/api/upstream/webhook', { body: setUpstreamWebhookRequestSchema }, async (asked) => {
      await setWebhookSecret(ctx, asked.session.organization.id, asked.body.secret)
      ctx.log.info({ event: 'hosted_webhook_secret_set', adminId: asked.session.admin.id })
      return describeUpstream(asked)
    }),
    route('POST', '/api/upstream/webhook/registration', {}, async (asked) => {
      await registerWebhook(asked)
      ctx.log.info({ event: 'hosted_webhook_registered', adminId: asked.session.admin.id })
      return describeUpstream(asked)
    }),
    {
      method: 'POST',
      path: `${HOSTED_WEBHOOKS}:hookId`,
      handle: (exchange) => receiveWebhook(ctx, exchange),
    },
  ]
}

/** `GET /api/upstream`: the hosted service, and the sources of outcomes, as far as known now. */
async function describeUpstream({ ctx, session }: Asking): Promise<HostedUpstream> {
  const { organization } = session
  const [row, answer, open, sealedWithPresentSecret] = await Promise.all([
    ensureHostedUpstream(ctx, organization.id),
    askService(ctx, organization),
    countOpen(ctx, organization.id),
    isKeySealedPresently(ctx, organization.id),
  ])
  const { baasUrl, hostedChain, publicUrl } = ctx.settings
  const refused = ctx.webhookRefusals.get(organization.id)
  return {
    host: new URL(baasUrl).host,
    baseUrl: baasUrl,
    apiKey: { answer: answer.apiKey, sealedWithPresentSecret },
    features: answer.features,
    chainKnownFrom: answer.features !== null ? 'service' : hostedChain === undefined ? 'nowhere' : 'settings',
    webhook: {
      url: `${publicUrl}/api/upstream/webhooks/${row.hook_id}`,
      secretSetAtDatetime: text(row.secret_set_at),
      heardAtDatetime: text(row.webhook_heard_at),
      refused:
        refused === undefined ? null : { atDatetime: refused.at.toISOString(), reason: refused.reason },
    },
    polling: { works: polls(row, answer), heardAtDatetime: text(row.polling_heard_at) },
    open,
  }
}

/** A service with `GET /config` has the rest (profile 8); of another one the newest try shows it. */
function polls(row: HostedUpstreamRow, { features }: ServiceAnswer): boolean | null {
  if (features !== null) return true
  if (lackingSince(row) !== null) return false
  return row.polling_heard_at === null ? null : true
}

function text(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

/**
 * Registers the webhook at a service with our organization settings, so that no person handles
 * its secret. An earlier registration of this address is renewed: its secret is not known here any more.
 *
 * @throws UPSTREAM_LACKS for a service without them; the service's refusal
 */
async function registerWebhook({ ctx, session }: Asking): Promise<void> {
  const { organization } = session
  const { hook_id: hookId } = await ensureHostedUpstream(ctx, organization.id)
  const url = `${ctx.settings.publicUrl}/api/upstream/webhooks/${hookId}`
  const { listWebhooks, createWebhook, rotateWebhookSecret } = ORG_ENDPOINTS
  const { content: webhooks } = await callUpstream(ctx, organization, { endpoint: listWebhooks })
  const existing = webhooks.find((webhook) => webhook.url === url)
  const { content } =
    existing === undefined
      ? await callUpstream(ctx, organization, {
          endpoint: createWebhook,
          body: { url, description: 'Latchkey console' },
        })
      : await callUpstream(ctx, organization, {
          endpoint: rotateWebhookSecret,
          params: { webhookId: existing.id },
        })
  await setWebhookSecret(ctx, organization.id, content.secret)
}

/** Stores the signing secret of the organization's webhook, sealed, replacing the previous one. */
async function setWebhookSecret(ctx: BffContext, organizationId: string, secret: string): Promise<void> {
  await ensureHostedUpstream(ctx, organizationId)
  await ctx.db
    .updateTable('bff_hosted_upstream')
    .set({
      secret_sealed: ctx.vault.seal(secret, hookSecretContext(organizationId)),
      secret_set_at: ctx.clock.now(),
      webhook_heard_at: null,
    })
    .where('organization_id', '=', organizationId)
    .execute()
  ctx.webhookRefusals.delete(organizationId)
}
