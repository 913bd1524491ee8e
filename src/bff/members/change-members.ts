import * as z from 'zod/mini'
import type { Asked, BffTransaction } from '#bff/context.ts'
import { mayGovern, type Role } from '#protocol/console-access.ts'
import { uuidSchema } from '#protocol/fields.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import { bffError } from '#bff/http/exchange.ts'
import { endSessions } from '#bff/sessions/end-sessions.ts'
import { selectSessions } from '#bff/sessions/session.ts'

export const ofMember = { params: z.strictObject({ memberId: uuidSchema }) }
export type Change = Asked<typeof ofMember>

/** Gives a member another role. @throws NOT_FOUND, MEMBER_ABOVE, LAST_OWNER */
export async function changeRole(change: Change, role: Role): Promise<void> {
  const { ctx, by, params } = change
  await withMember(change, [role], async (trx, before) => {
    if (before.role === role) return
    await keepAnOwner(trx, change, before.role, role)
    await trx
      .updateTable('bff_member')
      .set({ role })
      .where((row) => row.and({ organization_id: change.session.organization.id, admin_id: params.memberId }))
      .execute()
    // A widget token may exceed the new role.
    await trx
      .deleteFrom('bff_widget_session')
      .where('admin_session_hash', 'in', sessionsOf(trx, change))
      .execute()
    const details = { name: before.name, from: before.role, to: role }
    await recordAudit(ctx, trx, { ...by, action: 'member.role-changed', target: params.memberId, details })
  })
}

/**
 * Removes a member: their sessions here, widget tokens and open pages end at once. A person without another
 * organization is deleted with their passkeys. @throws NOT_FOUND, MEMBER_ABOVE, LAST_OWNER
 */
export function removeMember(change: Change): Promise<{ success: true }> {
  const { ctx, by, session, params } = change
  const { memberId } = params
  return withMember(change, [], async (trx, before) => {
    await keepAnOwner(trx, change, before.role)
    await endSessions(trx, sessionsOf(trx, change), { reason: 'member-removed', by: session.admin.name })
    await trx
      .deleteFrom('bff_member')
      .where((row) => row.and({ organization_id: session.organization.id, admin_id: memberId }))
      .execute()
    await deletePeopleWithoutOrganization(trx, [memberId])
    const details = { name: before.name, role: before.role }
    await recordAudit(ctx, trx, { ...by, action: 'member.removed', target: memberId, details })
  })
}

/** Deletes the people among these ids who belong to no organization. Their passkeys are deleted with them. */
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

/** Ends every session that a member has in this organization. @throws NOT_FOUND, MEMBER_ABOVE */
export function endMemberSessions(change: Change): Promise<{ success: true }> {
  return withMember(change, [], async (trx, { name }) => {
    const isOwn = change.params.memberId === change.session.admin.id
    const by = change.session.admin.name
    await endSessions(
      trx,
      sessionsOf(trx, change),
      isOwn ? { reason: 'ended-from-another-session' } : { reason: 'ended-by-member', by },
    )
    const entry = { action: 'member.sessions-ended', target: change.params.memberId, details: { name } }
    await recordAudit(change.ctx, trx, { ...change.by, ...entry })
  })
}

type Before = { role: Role; name: string }

/** Works on one member under a lock on the organization's members: of two requests at once, one waits. */
async function withMember(
  { ctx, session, params }: Change,
  given: readonly Role[],
  work: (trx: BffTransaction, before: Before) => Promise<void>,
): Promise<{ success: true }> {
  await ctx.db.transaction().execute(async (trx) => {
    const organizationId = session.organization.id
    await trx
      .selectFrom('bff_organization')
      .select('id')
      .where('id', '=', organizationId)
      .forUpdate()
      .execute()
    const before = await memberOf(trx, organizationId, params.memberId)
    // The caller's own role may have changed during the wait.
    const own = await memberOf(trx, organizationId, session.admin.id)
    if (before === undefined || own === undefined) throw bffError('NOT_FOUND')
    if (!mayGovern(own.role, before.role, ...given)) throw bffError('MEMBER_ABOVE')
    await work(trx, before)
  })
  return { success: true }
}

/** A person's role in an organization, and their name; undefined for no member. */
export function memberOf(trx: BffTransaction, organizationId: string, adminId: string) {
  return trx
    .selectFrom('bff_member')
    .innerJoin('bff_admin', 'bff_admin.id', 'bff_member.admin_id')
    .select(['bff_member.role', 'bff_admin.name'])
    .where((row) => row.and({ 'bff_member.organization_id': organizationId, 'bff_member.admin_id': adminId }))
    .executeTakeFirst()
}

/** @throws LAST_OWNER if it would leave the organization without an owner */
async function keepAnOwner(trx: BffTransaction, { session, params }: Change, from: Role, to?: Role) {
  if (from !== 'owner' || to === 'owner') return
  await trx
    .selectFrom('bff_member')
    .select('admin_id')
    .where((row) => row.and({ organization_id: session.organization.id, role: 'owner' }))
    .where('admin_id', '<>', params.memberId)
    .limit(1)
    .executeTakeFirstOrThrow(() => bffError('LAST_OWNER'))
}

/** The member's sessions in this organization. Open streams of ended ones are checked every two seconds. */
function sessionsOf(trx: BffTransaction, { session, params }: Change) {
  return selectSessions(trx).where((row) =>
    row.and({ admin_id: params.memberId, organization_id: session.organization.id }),
  )
}
