import type { HasDatabase } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'

/** Counts the person's unused codes. */
export const countRecoveryCodes: ConsoleOperation<'countRecoveryCodes', HasDatabase> = async ({
  ctx,
  session,
}) => {
  const rows = await ctx.db
    .selectFrom('bff_recovery')
    .select('created_at')
    .where((row) => row.and({ admin_id: session.admin.id, kind: 'code', used_at: null }))
    .execute()
  return { left: rows.length, createdAtDatetime: rows[0]?.created_at.toISOString() ?? null }
}
