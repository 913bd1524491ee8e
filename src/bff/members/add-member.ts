import type { BffTransaction } from '#bff/db/database.ts'
import { bffError } from '#bff/http/exchange.ts'
import type { Role } from '#protocol/roles.ts'

/** Adds an administrator to an organization. @throws ALREADY_MEMBER */
export async function addMember(
  trx: BffTransaction,
  { organizationId, adminId, role, now }: { organizationId: string; adminId: string; role: Role; now: Date },
): Promise<void> {
  await trx
    .insertInto('bff_member')
    .values({ organization_id: organizationId, admin_id: adminId, role, created_at: now, entered_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'admin_id']).doNothing())
    .returning('admin_id')
    .executeTakeFirstOrThrow(() => bffError('ALREADY_MEMBER'))
}
