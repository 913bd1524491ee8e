import { randomUUID } from 'node:crypto'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type {
  HasDatabase,
  HasLimits,
  HasLog,
  HasMailer,
  HasPublicUrl,
  WritesAudit,
} from '#bff/context-parts.ts'
import type { Asking } from '#bff/context.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { acceptedLanguage } from '#protocol/display/language.ts'
import { MEMBER_INVITATION_SECONDS } from '#protocol/limits.ts'
import { mayGovern } from '#protocol/roles.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import { invitationMail } from './invitation-mail.ts'
import { toInvitation, type InvitationRow } from './stored-invitation.ts'

/** Creates a link for one person and one use. It is never returned again. @throws MEMBER_ABOVE */
export const inviteMember: ConsoleOperation<
  'inviteMember',
  WritesAudit & HasDatabase & HasLimits & HasLog & HasMailer & HasPublicUrl
> = async (asked) => {
  const { ctx, session, by, action, body: input } = asked
  if (!mayGovern(session.admin.role, input.role)) throw bffError('MEMBER_ABOVE')
  ctx.limits.invite.take(session.admin.id)
  const now = ctx.clock.now()
  const token = newSecret()
  const row: InvitationRow = {
    id: randomUUID(),
    organization_id: session.organization.id,
    token_hash: hashSecret(token),
    role: input.role,
    email: input.email ?? null,
    invited_by: session.admin.name,
    invited_by_id: session.admin.id,
    created_at: now,
    expires_at: new Date(now.getTime() + MEMBER_INVITATION_SECONDS * 1000),
    used_at: null,
    revoked_at: null,
  }
  await ctx.db.transaction().execute(async (trx) => {
    await trx.insertInto('bff_invitation').values(row).execute()
    const details = { role: row.role, byMail: row.email !== null }
    await recordAudit(ctx, trx, { ...by, action, target: row.id, details })
  })
  // The token is in the fragment, which browsers never send to a server.
  const link = `${ctx.settings.publicUrl}/join#token=${token}`
  return { ...toInvitation(row), link, mailed: await sendMail(asked, row, link) }
}

/** Sends the link by mail. Returns whether the mail was accepted. The link is valid either way. */
async function sendMail(
  { ctx, exchange, session }: Asking<HasLog & HasMailer>,
  row: InvitationRow,
  link: string,
): Promise<boolean> {
  if (row.email === null || ctx.mailer === undefined) return false
  const language = acceptedLanguage(exchange.req.header('accept-language'))
  try {
    await ctx.mailer.send({ to: row.email, ...invitationMail(language, session, row.role, link) })
    return true
  } catch (cause) {
    ctx.log.warn({ invitationId: row.id, err: cause }, 'the invitation was not mailed')
    return false
  }
}
