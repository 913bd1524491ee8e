import type { HasDatabase } from '#bff/context-parts.ts'
import type { Asking } from '#bff/context.ts'
import type { OwnPasskey } from '#protocol/members.ts'

/** Lists the person's passkeys, oldest first. */
export async function listOwnPasskeys({ ctx, session }: Asking<HasDatabase>): Promise<OwnPasskey[]> {
  const rows = await ctx.db
    .selectFrom('bff_admin_passkey')
    .select(['credential_id as id', 'name', 'backed_up as synced', 'created_at', 'last_used_at'])
    .where('admin_id', '=', session.admin.id)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute()
  return rows.map(({ created_at: createdAt, last_used_at: lastUsedAt, ...passkey }) => ({
    ...passkey,
    createdAtDatetime: createdAt.toISOString(),
    lastUsedAtDatetime: lastUsedAt?.toISOString() ?? null,
  }))
}
