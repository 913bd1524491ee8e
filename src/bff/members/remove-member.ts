import { recordAudit } from '#bff/audit/record-audit.ts'
import type { CallsService, HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { endSessions } from '#bff/sessions/end-sessions.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { POLICY_ENDPOINTS } from '#protocol/policies.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { listKnownEmails } from './known-emails.ts'
import { deletePeopleWithoutOrganization } from './people-without-organization.ts'
import { keepAnOwner, sessionsOfMember, withMember, type MemberChange } from './with-member.ts'

/**
 * Removes a member. Their sessions, widget tokens and open pages in this organization end at once. They can no longer
 * approve at the service. A person without another organization is deleted with their passkeys.
 *
 * @throws NOT_FOUND, MEMBER_ABOVE, LAST_OWNER; the service's error, and then nothing is removed
 */
export const removeMember: ConsoleOperation<
  'removeMember',
  WritesAudit & HasDatabase & CallsService
> = async (asked) => {
  const { ctx, session, by, action, params } = asked
  const { memberId } = params
  // Checked first, so that a member whose removal is refused can still approve at the service. The service is not
  // called inside of a transaction, because an embedded database has one connection for both.
  await withMember(asked, [], (trx, before) => keepAnOwner(trx, asked, before.role))
  await removeAtService(asked)
  await withMember(asked, [], async (trx, before) => {
    await keepAnOwner(trx, asked, before.role)
    await endSessions(trx, sessionsOfMember(trx, asked), { reason: 'member-removed', by: session.admin.name })
    await trx
      .deleteFrom('bff_member')
      .where((row) => row.and({ organization_id: session.organization.id, admin_id: memberId }))
      .execute()
    await deletePeopleWithoutOrganization(trx, [memberId])
    const details = { name: before.name, role: before.role }
    await recordAudit(ctx, trx, { ...by, action, target: memberId, details })
  })
  return { success: true }
}

/**
 * Removes the member from the service's policies, so that they can no longer approve. Does nothing if the service
 * lacks this endpoint. Also does nothing if a hosted service refuses it to the console's key, because the console
 * then cannot have created policies there.
 */
async function removeAtService({ ctx, session, params }: MemberChange<HasDatabase & CallsService>) {
  const administratorId = params.memberId
  const removing = callUpstream(ctx, session.organization, {
    endpoint: POLICY_ENDPOINTS.removeApprover,
    body: {
      administratorId,
      emails: await listKnownEmails(ctx.db, session.organization.id, administratorId),
    },
    ifLacking: { policies: 0, openRequests: 0 },
  })
  await removing.catch((error: unknown) => {
    const isRefused = error instanceof HttpError && error.status === 403
    if (!isRefused || !ctx.settings.hostedUpstream) throw error
  })
}
