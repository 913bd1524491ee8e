import type { BffContext } from '#bff/context.ts'
import { ensureHostedUpstream, hookSecretContext } from './hosted-upstream-row.ts'

/** Keeps the signing secret of the organization's webhook, sealed; it takes the place of the one before. */
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
