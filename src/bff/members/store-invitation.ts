import { randomUUID } from 'node:crypto'
import type { HasClock, HasLog, HasMailer, HasPublicUrl } from '#bff/context-parts.ts'
import type { BffDatabase } from '#bff/db/database.ts'
import type { Language } from '#protocol/display/language.ts'
import { MEMBER_INVITATION_SECONDS } from '#protocol/limits.ts'
import type { Role } from '#protocol/roles.ts'
import { secondsAfter } from '#server-kit/clock.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import { invitationMail } from './invitation-mail.ts'
import type { InvitationRow } from './stored-invitation.ts'

type NewInvitation = {
  organizationId: string
  role: Role
  email: string | null
  /** The inviter, who must still be allowed to give the role when the invitation is used. */
  by: { id: string; name: string }
}

/** Stores an invitation for one person and one use. Its link is never returned again. */
export async function storeInvitation(
  { clock, settings }: HasClock & HasPublicUrl,
  db: BffDatabase,
  { organizationId, role, email, by }: NewInvitation,
): Promise<{ row: InvitationRow; link: string }> {
  const now = clock.now()
  const token = newSecret()
  const row: InvitationRow = {
    id: randomUUID(),
    organization_id: organizationId,
    token_hash: hashSecret(token),
    role,
    email,
    invited_by: by.name,
    invited_by_id: by.id,
    created_at: now,
    expires_at: secondsAfter(now, MEMBER_INVITATION_SECONDS),
    used_at: null,
    revoked_at: null,
  }
  await db.insertInto('bff_invitation').values(row).execute()
  // The token is in the fragment, which browsers never send to a server.
  return { row, link: `${settings.publicUrl}/join#token=${token}` }
}

type Sending = {
  row: InvitationRow
  link: string
  language: Language
  /** Name of the organization. */
  organization: string
}

/** Sends the link by mail. Returns whether the mail was accepted. The link is valid either way. */
export async function mailInvitation(
  ctx: HasLog & HasMailer,
  { row, link, language, organization }: Sending,
): Promise<boolean> {
  if (row.email === null || ctx.mailer === undefined) return false
  try {
    await ctx.mailer.send({ to: row.email, ...invitationMail(language, { row, organization, link }) })
    return true
  } catch (cause) {
    ctx.log.warn({ invitationId: row.id, err: cause }, 'the invitation was not mailed')
    return false
  }
}
