import type { HasClock, HasDatabase, HasMailer } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { toInvitation } from './stored-invitation.ts'

/** Lists the invitations that can still be used, newest first. */
export const listInvitations: ConsoleOperation<
  'listInvitations',
  HasClock & HasDatabase & HasMailer
> = async ({ ctx, session }) => {
  const rows = await ctx.db
    .selectFrom('bff_invitation')
    .selectAll()
    .where((row) => row.and({ organization_id: session.organization.id, used_at: null, revoked_at: null }))
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return { invitations: rows.map(toInvitation), canMail: ctx.mailer !== undefined }
}
