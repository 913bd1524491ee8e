import type { BffDatabase } from '#bff/db/database.ts'

/** Selects the facts about a person that an authenticator receives. */
export function findPerson(db: BffDatabase, adminId: string): Promise<{ name: string; user_handle: string }> {
  return db
    .selectFrom('bff_admin')
    .select(['name', 'user_handle'])
    .where('id', '=', adminId)
    .executeTakeFirstOrThrow()
}
