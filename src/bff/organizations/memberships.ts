import type { HasDatabase } from '#bff/context-parts.ts'
import type { BffDatabase } from '#bff/db/database.ts'

/** Returns the organization that a person entered last, other than `except`. Undefined if there is none. */
export async function findLastOrganizationId(
  { db }: HasDatabase,
  adminId: string,
  except = '',
): Promise<string | undefined> {
  const row = await db
    .selectFrom('bff_member')
    .select('organization_id')
    .where('admin_id', '=', adminId)
    .where('organization_id', '<>', except)
    .orderBy('entered_at', (order) => order.desc().nullsLast())
    .orderBy('created_at')
    .orderBy('organization_id')
    .executeTakeFirst()
  return row?.organization_id
}

/** Lists a person's organizations in a fixed order. Callers lock them in this order, which prevents deadlocks. */
export async function listOrganizationIds(db: BffDatabase, adminId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bff_member')
    .select('organization_id')
    .where('admin_id', '=', adminId)
    .orderBy('organization_id')
    .execute()
  return rows.map((row) => row.organization_id)
}
