import { recordAudit } from '#bff/audit/record-audit.ts'
import type {
  HasDatabase,
  HasLimits,
  HasLog,
  HasMailer,
  HasPublicUrl,
  WritesAudit,
} from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { acceptedLanguage } from '#protocol/display/language.ts'
import { mayGovern } from '#protocol/roles.ts'
import { mailInvitation, storeInvitation } from './store-invitation.ts'
import { toInvitation } from './stored-invitation.ts'

/** Creates a link for one person and one use. It is never returned again. @throws MEMBER_ABOVE */
export const inviteMember: ConsoleOperation<
  'inviteMember',
  WritesAudit & HasDatabase & HasLimits & HasLog & HasMailer & HasPublicUrl
> = async ({ ctx, exchange, session, by, action, body }) => {
  const { role, email = null } = body
  if (!mayGovern(session.admin.role, role)) throw bffError('MEMBER_ABOVE')
  ctx.limits.invite.take(session.admin.id)
  const organizationId = session.organization.id
  const { row, link } = await ctx.db.transaction().execute(async (trx) => {
    const stored = await storeInvitation(ctx, trx, { organizationId, role, email, by: session.admin })
    const details = { role, byMail: email !== null }
    await recordAudit(ctx, trx, { ...by, action, target: stored.row.id, details })
    return stored
  })
  const language = acceptedLanguage(exchange.req.header('accept-language'))
  const organization = session.organization.name
  return {
    ...toInvitation(row),
    link,
    mailed: await mailInvitation(ctx, { row, link, language, organization }),
  }
}
