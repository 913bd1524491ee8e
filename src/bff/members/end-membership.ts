import type { CallsService, HasDatabase } from '#bff/context-parts.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import type { Organization } from '#bff/ports.ts'
import { endSessions } from '#bff/sessions/end-sessions.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import type { SessionEnd } from '#protocol/console/console-session.ts'
import { POLICY_ENDPOINTS } from '#protocol/policies.ts'
import type { Role } from '#protocol/roles.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { listKnownEmails } from './known-emails.ts'
import { keepAnOwner, sessionsOfMember, type MemberId } from './with-member.ts'

/** Reason why the member's sessions end, and the name of the person who ends the membership. */
type End = { reason: Extract<SessionEnd['reason'], 'member-removed' | 'member-deprovisioned'>; by?: string }

/**
 * Ends a membership in a transaction that holds `lockMembers`. Sessions, widget tokens and open pages in this
 * organization end at once. Call `removePowerToApprove` first.
 *
 * @throws LAST_OWNER
 */
export async function endMembership(
  trx: BffTransaction,
  member: MemberId,
  { role, ...end }: End & { role: Role },
): Promise<void> {
  const { organizationId, memberId } = member
  await keepAnOwner(trx, member, role)
  await endSessions(trx, sessionsOfMember(trx, member), end)
  await trx
    .deleteFrom('bff_member')
    .where((row) => row.and({ organization_id: organizationId, admin_id: memberId }))
    .execute()
}

/**
 * Removes the member from the service's policies, so that they can no longer approve. Does nothing if the service
 * lacks this endpoint. Also does nothing if a hosted service refuses it to the console's key, because the console
 * then cannot have created policies there. Call it outside of transactions, because an embedded database has one
 * connection for both.
 *
 * @throws the service's error
 */
export async function removePowerToApprove(
  ctx: HasDatabase & CallsService,
  organization: Organization,
  administratorId: string,
): Promise<void> {
  const emails = await listKnownEmails(ctx.db, organization.id, administratorId)
  const removing = callUpstream(ctx, organization, {
    endpoint: POLICY_ENDPOINTS.removeApprover,
    body: { administratorId, emails },
    ifLacking: { policies: 0, openRequests: 0 },
  })
  await removing.catch((error: unknown) => {
    const isRefused = error instanceof HttpError && error.status === 403
    if (!isRefused || !ctx.settings.hostedUpstream) throw error
  })
}
