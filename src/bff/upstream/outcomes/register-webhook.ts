import { ORG_ENDPOINTS } from '#protocol/org/endpoints.ts'
import type { BffContext } from '#bff/context.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { ensureHostedUpstream, hookSecretContext } from './hosted-upstream-row.ts'

/**
 * Registers the webhook at a service with our organization settings, so that no person handles
 * its secret. An earlier registration of this address is renewed: its secret is not known here any more.
 *
 * @throws UPSTREAM_LACKS for a service without them; the service's refusal
 */
export async function registerWebhook(
  ctx: BffContext,
  organization: Organization,
  requestId: string,
): Promise<void> {
  const { hook_id: hookId } = await ensureHostedUpstream(ctx, organization.id)
  const url = `${ctx.settings.publicUrl}/api/upstream/webhooks/${hookId}`
  const call = { base: 'org', requestId } as const
  const { content: webhooks } = await callUpstream(ctx, organization, {
    ...call,
    endpoint: ORG_ENDPOINTS.listWebhooks,
  })
  const existing = webhooks.find((webhook) => webhook.url === url)
  const { content } =
    existing === undefined
      ? await callUpstream(ctx, organization, {
          ...call,
          endpoint: ORG_ENDPOINTS.createWebhook,
          body: { url, description: 'Latchkey console' },
        })
      : await callUpstream(ctx, organization, {
          ...call,
          endpoint: ORG_ENDPOINTS.rotateWebhookSecret,
          params: { webhookId: existing.id },
        })
  await setWebhookSecret(ctx, organization.id, content.secret)
}

/** Stores the signing secret of the organization's webhook, sealed, replacing the previous one. */
export async function setWebhookSecret(
  ctx: BffContext,
  organizationId: string,
  secret: string,
): Promise<void> {
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
  ctx.outcomes.refusals.delete(organizationId)
}
