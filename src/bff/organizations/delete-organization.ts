import { audited } from '#bff/audit/audited.ts'
import type { ClosesOrganizations, DescribesSessions, HasCookies, RunsAudited } from '#bff/context-parts.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { deletePeopleWithoutOrganization } from '#bff/members/people-without-organization.ts'
import { endSessions } from '#bff/sessions/end-sessions.ts'
import { moveSession } from '#bff/sessions/move-session.ts'
import { selectSessions } from '#bff/sessions/session.ts'
import { signedIn } from '#bff/sessions/signed-in-answer.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { findLastOrganizationId } from './memberships.ts'
import { firstOrganizationId } from './organization.ts'

/**
 * Ends the organization for all members, and switches its owner to another organization that they belong to. The
 * audit log stays. `name` is typed by hand as a confirmation.
 *
 * @throws VALIDATION_FAILED for another name; ORGANIZATION_KEPT, LAST_ORGANIZATION, ORGANIZATION_HAS_WALLETS
 */
export const deleteOrganization: ConsoleOperation<
  'deleteOrganization',
  DescribesSessions & RunsAudited & ClosesOrganizations & HasCookies
> = async (asked) => {
  const { ctx, session, by, action, body } = asked
  const { organization, admin } = session
  const { closeOrganization } = ctx
  if (body.name.trim() !== organization.name.trim())
    throw validationError([{ path: 'name', message: 'must be the name of this organization' }])
  if (closeOrganization === undefined || organization.id === (await firstOrganizationId(ctx)))
    throw bffError('ORGANIZATION_KEPT')
  const next = await findLastOrganizationId(ctx, admin.id, organization.id)
  if (next === undefined) throw bffError('LAST_ORGANIZATION')
  const { id: target, name } = organization
  await audited(ctx, { ...by, action, target, details: { name } }, async () => {
    if ((await closeOrganization(organization.id)) === 'has-wallets')
      throw bffError('ORGANIZATION_HAS_WALLETS')
  })
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    const moved = await moveSession(trx, asked, next)
    const sessions = selectSessions(trx).where('organization_id', '=', organization.id)
    await endSessions(trx, sessions, { reason: 'organization-deleted', by: admin.name })
    await removeMembers(trx, organization.id)
    return moved
  })
  ctx.log.info({ event: 'organization_deleted', adminId: admin.id, organizationId: organization.id })
  return signedIn(ctx, id)
}

/**
 * Removes all members. The organization's row stays for the audit log. People without another organization are
 * deleted.
 */
async function removeMembers(trx: BffTransaction, organizationId: string): Promise<void> {
  const members = await trx
    .deleteFrom('bff_member')
    .where('organization_id', '=', organizationId)
    .returning('admin_id')
    .execute()
  for (const table of [
    'bff_widget_session',
    'bff_integration',
    'bff_invitation',
    'bff_saved_address',
    'bff_scim_connection',
    'bff_scim_user',
  ] as const)
    await trx.deleteFrom(table).where('organization_id', '=', organizationId).execute()
  await deletePeopleWithoutOrganization(
    trx,
    members.map(({ admin_id: id }) => id),
  )
}
