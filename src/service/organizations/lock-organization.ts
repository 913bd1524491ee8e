import type { Transaction } from '#service/db/database.ts'

/** The organization's row is the lock of its settings: of two that change them at once, the second sees what the first did. */
export async function lockOrganization(trx: Transaction, organizationId: string): Promise<void> {
  await trx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
