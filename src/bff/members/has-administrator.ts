import type { BffDatabase } from '#bff/db/database.ts'

export async function hasAdministrator(db: BffDatabase): Promise<boolean> {
  return (await db.selectFrom('bff_member').select('admin_id').limit(1).executeTakeFirst()) !== undefined
}
