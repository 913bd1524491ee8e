import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { uuidSchema } from '#protocol/fields.ts'
import type { Invitation, Invited, inviteRequestSchema } from '#protocol/members.ts'
import { mayGovern, type Role } from '#protocol/console-access.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext, Asked, Asking, Session } from '#bff/context.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { bffError } from '#bff/http/exchange.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { acceptedLanguage, type Language } from '#protocol/display/language.ts'
import { mailName } from '#protocol/display/text.ts'
import { translateIn, type Translate } from '#protocol/display/message-format.ts'
import de from '#bff/texts/de.json'
import es from '#bff/texts/es.json'

const INVITATION_SECONDS = 7 * 86_400

type InvitationRow = Selectable<BffTables['bff_invitation']>
export const ofInvitation = { params: z.strictObject({ invitationId: uuidSchema }) }

/** The invitations that can still be used, newest first. */
export async function listInvitations(ctx: BffContext, organizationId: string): Promise<Invitation[]> {
  const rows = await ctx.db
    .selectFrom('bff_invitation')
    .selectAll()
    .where((row) => row.and({ organization_id: organizationId, used_at: null, revoked_at: null }))
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toInvitation)
}

/** A link for one person, good for seven days and one use; it is in this answer only. @throws MEMBER_ABOVE */
export async function invite(asked: Asked<{ body: typeof inviteRequestSchema }>): Promise<Invited> {
  const { ctx, session, by, body: input } = asked
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
    expires_at: new Date(now.getTime() + INVITATION_SECONDS * 1000),
    used_at: null,
    revoked_at: null,
  }
  await ctx.db.transaction().execute(async (trx) => {
    await trx.insertInto('bff_invitation').values(row).execute()
    const details = { role: row.role, byMail: row.email !== null }
    await recordAudit(ctx, trx, { ...by, action: 'member.invited', target: row.id, details })
  })
  // The token is in the fragment, which is never sent to a server or logged.
  const link = `${ctx.settings.publicUrl}/join#token=${token}`
  return { ...toInvitation(row), link, mailed: await mailed(asked, row, link) }
}

/** Whether the mail was accepted. The link is valid either way and can be shared otherwise. */
async function mailed({ ctx, exchange, session }: Asking, row: InvitationRow, link: string) {
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

/** Revokes an invitation. @throws NOT_FOUND, MEMBER_ABOVE */
export async function revokeInvitation(asked: Asked<typeof ofInvitation>): Promise<{ success: true }> {
  const { ctx, session, by, params } = asked
  const { invitationId } = params
  await ctx.db.transaction().execute(async (trx) => {
    const details = await trx
      .updateTable('bff_invitation')
      .set({ revoked_at: ctx.clock.now() })
      .where((row) => row.and({ id: invitationId, organization_id: session.organization.id, used_at: null }))
      .where('revoked_at', 'is', null)
      .returning('role')
      .executeTakeFirstOrThrow(notFound)
    if (!mayGovern(session.admin.role, details.role)) throw bffError('MEMBER_ABOVE')
    await recordAudit(ctx, trx, { ...by, action: 'member.invitation-revoked', target: invitationId, details })
  })
  return { success: true }
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    role: row.role,
    email: row.email,
    invitedBy: row.invited_by,
    createdAtDatetime: row.created_at.toISOString(),
    expiresAtDatetime: row.expires_at.toISOString(),
  }
}

const TEXTS = { en: {}, de, es }

/**
 * The mail with an invitation's link, in the inviting administrator's language: the recipient's is unknown. Names
 * come from people: nothing in them can look like a part of the mail.
 */
function invitationMail(language: Language, { admin, organization: of }: Session, role: Role, link: string) {
  const t = translateIn(language, TEXTS[language])
  const organization = mailName(of.name)
  const text = [
    invites(role, { invitedBy: mailName(admin.name), organization }, t),
    t('Open this link, enter your name and create a passkey. There is no password.'),
    link,
    t('The link works once and expires in seven days. If you do not recognize this, ignore this mail.'),
  ]
  return { subject: t('Your invitation to {organization}', { organization }), text: `${text.join('\n\n')}\n` }
}

function invites(role: Role, names: { invitedBy: string; organization: string }, t: Translate): string {
  const sentences: Record<Role, string> = {
    owner: t('{invitedBy} invites you to {organization} as an owner.', names),
    admin: t('{invitedBy} invites you to {organization} as an admin.', names),
    operator: t('{invitedBy} invites you to {organization} as an operator.', names),
    'read-only': t('{invitedBy} invites you to {organization} as a reader.', names),
  }
  return sentences[role]
}
