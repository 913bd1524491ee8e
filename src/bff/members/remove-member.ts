import { recordAudit } from '#bff/audit/record-audit.ts'
import type { CallsService, HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { endMembership, removePowerToApprove } from './end-membership.ts'
import { deletePeopleWithoutOrganization } from './people-without-organization.ts'
import { keepAnOwner, readMemberId, withMember } from './with-member.ts'

/**
 * Removes a member. Their sessions, widget tokens and open pages in this organization end at once. They can no longer
 * approve at the service, and the identity provider no longer finds them. A person without another organization is
 * deleted with their passkeys.
 *
 * @throws NOT_FOUND, MEMBER_ABOVE, LAST_OWNER; the service's error, and then nothing is removed
 */
export const removeMember: ConsoleOperation<
  'removeMember',
  WritesAudit & HasDatabase & CallsService
> = async (asked) => {
  const { ctx, session, by, action } = asked
  const member = readMemberId(asked)
  const { organizationId, memberId } = member
  // Checked first, so that a member whose removal is refused can still approve at the service.
  await withMember(asked, [], (trx, before) => keepAnOwner(trx, member, before.role))
  await removePowerToApprove(ctx, session.organization, memberId)
  await withMember(asked, [], async (trx, before) => {
    const { name, role } = before
    await endMembership(trx, member, { role, reason: 'member-removed', by: session.admin.name })
    await trx
      .deleteFrom('bff_scim_user')
      .where((row) => row.and({ organization_id: organizationId, admin_id: memberId }))
      .execute()
    await deletePeopleWithoutOrganization(trx, [memberId])
    await recordAudit(ctx, trx, { ...by, action, target: memberId, details: { name, role } })
  })
  return { success: true }
}
