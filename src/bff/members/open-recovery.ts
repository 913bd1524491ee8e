import type { BffContext, BffDatabase, BffTransaction } from '#bff/context.ts'
import { bffError } from '#bff/http/exchange.ts'

/** The person of a code or link that can be used. Unknown, used and expired ones look alike. @throws RECOVERY_INVALID */
export async function openRecovery(ctx: BffContext, db: BffDatabase, tokenHash: string) {
  const row = await db
    .selectFrom('bff_recovery')
    .select(['admin_id', 'kind', 'started_by_id'])
    .where((row) => row.and({ token_hash: tokenHash, used_at: null }))
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.clock.now())]))
    .executeTakeFirstOrThrow(() => bffError('RECOVERY_INVALID'))
  const { admin_id: adminId, kind, started_by_id: starter } = row
  // The sender's own role may have been revoked since, or the person joined another organization.
  if (starter !== null && !(await ownsAllOf(db, starter, adminId))) throw bffError('RECOVERY_INVALID')
  return { adminId, kind }
}

/** Spends it in the transaction that stores the passkey: of two at once only one succeeds. @throws RECOVERY_INVALID */
export async function spendRecovery(ctx: BffContext, trx: BffTransaction, tokenHash: string) {
  const recovery = await openRecovery(ctx, trx, tokenHash)
  await trx
    .updateTable('bff_recovery')
    .set({ used_at: ctx.clock.now() })
    .where((row) => row.and({ token_hash: tokenHash, used_at: null }))
    .returning('token_hash')
    .executeTakeFirstOrThrow(() => bffError('RECOVERY_INVALID'))
  return recovery
}

/** Whether one person is an owner of every organization of another. */
export async function ownsAllOf(db: BffDatabase, ownerId: string, adminId: string): Promise<boolean> {
  const elsewhere = await db
    .selectFrom('bff_member as member')
    .select('member.organization_id')
    .where('member.admin_id', '=', adminId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bff_member as owner')
            .select('owner.role')
            .whereRef('owner.organization_id', '=', 'member.organization_id')
            .where('owner.admin_id', '=', ownerId)
            .where('owner.role', '=', 'owner'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return elsewhere === undefined
}
