import type {
  CallsService,
  HasClock,
  HasDatabase,
  HasHostedChain,
  HasKeyVault,
  HasLog,
  HasPublicUrl,
  HasWebhookRefusals,
} from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { getHostedUpstream } from './get-hosted-upstream.ts'
import { ensureHostedUpstream, storeWebhookSecret } from './hosted-upstream-row.ts'

/**
 * Registers the webhook at a service that has our organization settings, so that no person handles its secret.
 * Renews an existing registration of this address, because its secret is no longer known here.
 *
 * @throws UPSTREAM_LACKS for a service without these settings; the service's refusal
 */
export const registerUpstreamWebhook: ConsoleOperation<
  'registerUpstreamWebhook',
  CallsService &
    HasClock &
    HasDatabase &
    HasLog &
    HasHostedChain &
    HasPublicUrl &
    HasKeyVault &
    HasWebhookRefusals
> = async (asked) => {
  const { ctx, session } = asked
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
  await storeWebhookSecret(ctx, organization.id, content.secret)
  ctx.log.info({ event: 'hosted_webhook_registered', adminId: session.admin.id })
  return getHostedUpstream(asked)
}
