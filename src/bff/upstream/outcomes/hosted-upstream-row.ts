import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { SecretContext } from '#server-kit/secrets/secret-box.ts'
import type { BffContext } from '#bff/context.ts'
import type { OutcomeTables } from './tables.ts'

export type HostedUpstreamRow = Selectable<OutcomeTables['bff_hosted_upstream']>
/** Sources of outcomes; each has a column with its last contact. */
export type ContactColumn = 'webhook_heard_at' | 'polling_heard_at' | 'polling_lacks_at' | 'clock_used_at'

/** The organization's row, created on first use: its webhook's address exists before its first request. */
export async function ensureHostedUpstream(
  ctx: BffContext,
  organizationId: string,
): Promise<HostedUpstreamRow> {
  await ctx.db
    .insertInto('bff_hosted_upstream')
    .values({ organization_id: organizationId, hook_id: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ctx.db
    .selectFrom('bff_hosted_upstream')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
}

type Polling = Pick<HostedUpstreamRow, 'polling_heard_at' | 'polling_lacks_at'>

/** When the newest try found that the service cannot be polled; `null` if it answered since, or was never tried. */
export function lackingSince({ polling_heard_at: contactAt, polling_lacks_at: lacks }: Polling): Date | null {
  return lacks !== null && contactAt !== null && contactAt > lacks ? null : lacks
}

export async function findLackingSince(ctx: BffContext, organizationId: string): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('bff_hosted_upstream')
    .select(['polling_heard_at', 'polling_lacks_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row === undefined ? null : lackingSince(row)
}

/** Records a source's contact just now. */
export async function recordContact(
  ctx: BffContext,
  organizationId: string,
  column: ContactColumn,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('bff_hosted_upstream')
    .values({ organization_id: organizationId, hook_id: randomUUID(), [column]: now })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ [column]: now }))
    .execute()
}

/** Binds the sealed signing secret to this row and column. */
export function hookSecretContext(organizationId: string): SecretContext {
  return { owner: organizationId, column: 'bff_hosted_upstream.secret_sealed' }
}
