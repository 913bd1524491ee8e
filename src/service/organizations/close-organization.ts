import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import { lockOrganization, selectWallets } from './organization.ts'

/**
 * Closes an organization: its keys are revoked, its domains become free for other organizations, and its webhooks are
 * disabled. Its records stay. An organization with wallets stays unchanged, because its end-users could not sign any
 * more. Closing it again changes nothing (ADR 0020).
 */
export async function closeOrganization(
  ctx: HasClock & HasDatabase,
  organizationId: string,
): Promise<'closed' | 'has-wallets'> {
  const now = ctx.clock.now()
  return ctx.db
    .transaction()
    .execute(async (trx) => {
      await lockOrganization(trx, organizationId)
      await trx
        .updateTable('api_keys')
        .set({ revoked_at: now })
        .where('organization_id', '=', organizationId)
        .where('revoked_at', 'is', null)
        .execute()
      // Checks for wallets only after the keys are revoked. Each wallet creation has then finished or will be refused.
      const wallet = await selectWallets(trx, organizationId).limit(1).executeTakeFirst()
      if (wallet !== undefined) throw new HasWallets()
      await trx.deleteFrom('organization_domains').where('organization_id', '=', organizationId).execute()
      await trx
        .updateTable('webhook_endpoints')
        .set({ enabled: false, disabled_reason: 'manual', disabled_at: now, updated_at: now })
        .where('organization_id', '=', organizationId)
        .where('enabled', '=', true)
        .execute()
      return 'closed' as const
    })
    .catch((thrown: unknown) => {
      if (thrown instanceof HasWallets) return 'has-wallets' as const
      throw thrown
    })
}

/** Thrown to roll the transaction back. */
class HasWallets extends Error {
  override name = 'HasWallets'
}
