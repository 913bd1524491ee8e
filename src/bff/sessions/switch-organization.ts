import type { DescribesSessions, HasClock, HasCookies, HasKeyVault, HasLog } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { findMember } from '#bff/members/with-member.ts'
import { moveSession } from './move-session.ts'
import { signedIn } from './signed-in-answer.ts'

/**
 * Switches to another organization of the person with a new session. Open streams and widget tokens of the previous
 * session end. Throws the same error for another person's organization as for an unknown organization.
 *
 * @throws NOT_FOUND
 */
export const switchOrganization: ConsoleOperation<
  'switchOrganization',
  DescribesSessions & HasClock & HasLog & HasCookies & HasKeyVault
> = async (asked) => {
  const { ctx, session, body } = asked
  const { organizationId } = body
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    if ((await findMember(trx, organizationId, session.admin.id)) === undefined) throw bffError('NOT_FOUND')
    return moveSession(trx, asked, organizationId)
  })
  ctx.log.info({ event: 'organization_switched', adminId: session.admin.id, organizationId })
  return signedIn(ctx, id)
}
