import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { HasClock, HasDatabase, HasKeyVault, HasWebhookRefusals } from '#bff/context-parts.ts'
import type { SecretContext } from '#server-kit/secrets/secret-box.ts'
import type { OutcomeTables } from './tables.ts'

export type HostedUpstreamRow = Selectable<OutcomeTables['bff_hosted_upstream']>
/** Columns with the time of the last contact with a source of outcomes. */
type ContactColumn = 'webhook_heard_at' | 'chain_heard_at' | 'polling_heard_at' | 'polling_lacks_at'

/**
 * Returns the organization's row and creates it on first use. The webhook's URL contains an id from this row, so the
 * URL exists before the webhook's first request.
 */
export async function ensureHostedUpstream(
  ctx: HasDatabase,
  organizationId: string,
): Promise<HostedUpstreamRow> {
  const find = ctx.db
    .selectFrom('bff_hosted_upstream')
    .selectAll()
    .where('organization_id', '=', organizationId)
  const row = await find.executeTakeFirst()
  if (row !== undefined) return row
  await ctx.db
    .insertInto('bff_hosted_upstream')
    .values({ organization_id: organizationId, hook_id: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return find.executeTakeFirstOrThrow()
}

type Polling = Pick<HostedUpstreamRow, 'polling_heard_at' | 'polling_lacks_at'>

/** Time of the last failed try to poll the service. Null if it has responded since, or was never tried. */
export function lackingSince({ polling_heard_at: contactAt, polling_lacks_at: lacks }: Polling): Date | null {
  return lacks !== null && contactAt !== null && contactAt > lacks ? null : lacks
}

/** Minimum interval between writes of a contact, in milliseconds. Screens poll every few seconds. */
const RECORD_EVERY_MS = 10_000

/** Records a contact with a source. */
export async function recordContact(
  ctx: HasClock & HasDatabase,
  organizationId: string,
  column: ContactColumn,
): Promise<void> {
  const now = ctx.clock.now()
  const row = await ensureHostedUpstream(ctx, organizationId)
  if ((row[column]?.getTime() ?? 0) + RECORD_EVERY_MS > now.getTime()) return
  await ctx.db
    .updateTable('bff_hosted_upstream')
    .set({ [column]: now })
    .where('organization_id', '=', organizationId)
    .execute()
}

/** Binds the sealed signing secret to this row and column. */
export function hookSecretContext(organizationId: string): SecretContext {
  return { owner: organizationId, column: 'bff_hosted_upstream.secret_sealed' }
}

/** Seals and stores the signing secret of the organization's webhook. Replaces the previous one. */
export async function storeWebhookSecret(
  ctx: HasClock & HasDatabase & HasKeyVault & HasWebhookRefusals,
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
  ctx.webhookRefusals.delete(organizationId)
}
