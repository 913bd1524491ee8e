import type { BffTransaction } from '#bff/db/database.ts'

/** Deletes the people with these ids who belong to no organization, and their passkeys. */
export async function deletePeopleWithoutOrganization(trx: BffTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .deleteFrom('bff_admin')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('bff_member').select('role').whereRef('bff_member.admin_id', '=', 'bff_admin.id')),
      ),
    )
    .execute()
}
