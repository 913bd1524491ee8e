import type { HasDatabase, HasIdentityProvider } from '#bff/context-parts.ts'
import type { Asking } from '#bff/context.ts'
import type { OwnIdentity } from '#protocol/members.ts'

/** Returns the deployment's provider and the signed-in person's account there. */
export async function getOwnIdentity({
  ctx,
  session,
}: Asking<HasDatabase & HasIdentityProvider>): Promise<OwnIdentity> {
  const provider = ctx.identityProvider
  if (provider === undefined) return { provider: null, linked: null }
  const row = await ctx.db
    .selectFrom('bff_identity')
    .select(['label', 'created_at'])
    .where((row) => row.and({ admin_id: session.admin.id, issuer: provider.issuer }))
    .executeTakeFirst()
  const linked = row === undefined ? null : { label: row.label, sinceDatetime: row.created_at.toISOString() }
  return { provider: provider.name, linked }
}
