import type { SelectQueryBuilder } from 'kysely'
import type { HasDatabase } from '#bff/context-parts.ts'
import type { Asked } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/exchange.ts'
import { selectSessions } from '#bff/sessions/session.ts'
import type { MEMBER_ENDPOINTS } from '#protocol/console/member-endpoints.ts'
import { mayGovern, type Role } from '#protocol/roles.ts'

/** A request that names a member. */
export type MemberChange<Ctx = object> = Asked<Pick<typeof MEMBER_ENDPOINTS.removeMember, 'params'>, Ctx>

/** A member of an organization. */
export type MemberId = { organizationId: string; memberId: string }

/** The member that a request names. */
export function readMemberId({ session, params }: MemberChange): MemberId {
  return { organizationId: session.organization.id, memberId: params.memberId }
}

type Before = { role: Role; name: string }

/**
 * Changes one member in a transaction that locks the organization's members, so concurrent changes run one after
 * the other.
 *
 * @param given the roles that the change gives
 * @throws NOT_FOUND, MEMBER_ABOVE
 */
export async function withMember(
  { ctx, session, params }: MemberChange<HasDatabase>,
  given: readonly Role[],
  work: (trx: BffTransaction, before: Before) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const organizationId = session.organization.id
    await lockMembers(trx, organizationId)
    const before = await findMember(trx, organizationId, params.memberId)
    // The caller's own role may have changed while waiting for the lock.
    const own = await findMember(trx, organizationId, session.admin.id)
    if (before === undefined || own === undefined) throw bffError('NOT_FOUND')
    if (!mayGovern(own.role, before.role, ...given)) throw bffError('MEMBER_ABOVE')
    await work(trx, before)
  })
}

/** Locks the organization's members until the transaction ends, so that changes run one after the other. */
export async function lockMembers(trx: BffTransaction, organizationId: string): Promise<void> {
  await trx.selectFrom('bff_organization').select('id').where('id', '=', organizationId).forUpdate().execute()
}

/** Returns a person's role in an organization and their name. Undefined if they are not a member. */
export function findMember(
  trx: BffTransaction,
  organizationId: string,
  adminId: string,
): Promise<{ name: string; role: Role } | undefined> {
  return trx
    .selectFrom('bff_member')
    .innerJoin('bff_admin', 'bff_admin.id', 'bff_member.admin_id')
    .select(['bff_member.role', 'bff_admin.name'])
    .where((row) => row.and({ 'bff_member.organization_id': organizationId, 'bff_member.admin_id': adminId }))
    .executeTakeFirst()
}

/** @throws LAST_OWNER if the change would leave the organization without an owner */
export async function keepAnOwner(
  trx: BffTransaction,
  { organizationId, memberId }: MemberId,
  from: Role,
  to?: Role,
): Promise<void> {
  if (from !== 'owner' || to === 'owner') return
  await trx
    .selectFrom('bff_member')
    .select('admin_id')
    .where((row) => row.and({ organization_id: organizationId, role: 'owner' }))
    .where('admin_id', '<>', memberId)
    .limit(1)
    .executeTakeFirstOrThrow(() => bffError('LAST_OWNER'))
}

/** Selects the member's sessions in this organization. Open streams check every two seconds whether they ended. */
export function sessionsOfMember(
  trx: BffTransaction,
  { organizationId, memberId }: MemberId,
): SelectQueryBuilder<BffTables, 'bff_session', { id_hash: string }> {
  return selectSessions(trx).where((row) => row.and({ admin_id: memberId, organization_id: organizationId }))
}
