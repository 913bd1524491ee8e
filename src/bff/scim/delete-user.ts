import { recordAudit } from '#bff/audit/record-audit.ts'
import type { CallsService, HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import { deletePeopleWithoutOrganization } from '#bff/members/people-without-organization.ts'
import { lockMembers } from '#bff/members/with-member.ts'
import { SCIM_ENDPOINTS } from '#protocol/scim.ts'
import { dismissUser } from './admit-user.ts'
import { prepareDismissal } from './change-user.ts'
import { userEntry } from './describe-user.ts'
import type { ScimAsked } from './find-connection.ts'
import { respondEmpty } from './scim-response.ts'
import { requireMatch } from './user-resource.ts'
import { findUser } from './user-store.ts'

/**
 * `DELETE /Users/{id}`: removes the member, or ends the invitation. A person without another organization is deleted
 * with their passkeys.
 *
 * @throws NOT_FOUND, LAST_OWNER, 412; the service's error, and then nothing is removed
 */
export async function deleteUser({
  ctx,
  exchange,
  organization,
  by,
}: ScimAsked<CallsService & HasDatabase & WritesAudit>): Promise<Response> {
  const id = exchange.req.param('userId') ?? ''
  const before = await findUser(ctx.db, organization.id, id)
  requireMatch(exchange.req.raw, before)
  await prepareDismissal(ctx, organization, before)
  const [action] = SCIM_ENDPOINTS.deleteUser.action
  await ctx.db.transaction().execute(async (trx) => {
    await lockMembers(trx, organization.id)
    const user = await findUser(trx, organization.id, id)
    requireMatch(exchange.req.raw, user)
    await dismissUser(ctx, trx, user)
    await trx.deleteFrom('bff_scim_user').where('id', '=', id).execute()
    if (user.admin_id !== null) await deletePeopleWithoutOrganization(trx, [user.admin_id])
    await recordAudit(ctx, trx, userEntry(by, action, user))
  })
  return respondEmpty(204)
}
