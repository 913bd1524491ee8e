import type { HasClock } from '#bff/context-parts.ts'
import type { BffDatabase, BffTransaction } from '#bff/db/database.ts'
import { bffError } from '#bff/http/exchange.ts'

/**
 * Returns the person of a usable code or link. Throws the same error whether the code or link is unknown, used or
 * expired.
 *
 * @throws RECOVERY_INVALID
 */
export async function openRecovery(
  ctx: HasClock,
  db: BffDatabase,
  tokenHash: string,
): Promise<{ adminId: string; kind: 'code' | 'link' }> {
  const row = await db
    .selectFrom('bff_recovery')
    .select(['admin_id', 'kind', 'started_by_id'])
    .where((row) => row.and({ token_hash: tokenHash, used_at: null }))
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.clock.now())]))
    .executeTakeFirstOrThrow(() => bffError('RECOVERY_INVALID'))
  const { admin_id: adminId, kind, started_by_id: starter } = row
  // Since the link was sent, its sender may have lost their role, or the person may have joined another organization.
  if (starter !== null && !(await ownsEveryOrganization(db, starter, adminId)))
    throw bffError('RECOVERY_INVALID')
  return { adminId, kind }
}

/**
 * Uses up a code or link in the transaction that stores the passkey, so only one of two attempts succeeds. @throws
 * RECOVERY_INVALID
 */
export async function spendRecovery(
  ctx: HasClock,
  trx: BffTransaction,
  tokenHash: string,
): Promise<{ adminId: string; kind: 'code' | 'link' }> {
  const recovery = await openRecovery(ctx, trx, tokenHash)
  await trx
    .updateTable('bff_recovery')
    .set({ used_at: ctx.clock.now() })
    .where((row) => row.and({ token_hash: tokenHash, used_at: null }))
    .returning('token_hash')
    .executeTakeFirstOrThrow(() => bffError('RECOVERY_INVALID'))
  return recovery
}

/** Whether the first person is an owner of every organization of the second person. */
export async function ownsEveryOrganization(
  db: BffDatabase,
  ownerId: string,
  adminId: string,
): Promise<boolean> {
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
