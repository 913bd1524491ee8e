import de from '#bff/texts/de.json'
import es from '#bff/texts/es.json'
import type { Language } from '#protocol/display/language.ts'
import { translateIn, type Translate } from '#protocol/display/message-format.ts'
import { mailName } from '#protocol/display/text.ts'
import { MEMBER_INVITATION_SECONDS } from '#protocol/limits.ts'
import type { Role } from '#protocol/roles.ts'
import { SCIM_ACTOR } from '#protocol/scim.ts'
import type { InvitationRow } from './stored-invitation.ts'

const TEXTS = { en: {}, de, es }

/**
 * Writes the mail with an invitation's link, in the inviting administrator's language, because the recipient's is
 * unknown. Names are cleaned so that none can look like a part of the mail. `organization` is the organization's name.
 */
export function invitationMail(
  language: Language,
  { row, organization: of, link }: { row: InvitationRow; organization: string; link: string },
): { subject: string; text: string } {
  const t = translateIn(language, TEXTS[language])
  const organization = mailName(of)
  const names = { invitedBy: mailName(row.invited_by), organization }
  const text = [
    row.invited_by_id === SCIM_ACTOR.id
      ? t('Your company’s identity provider has given you access to {organization}.', { organization })
      : invites(row.role, names, t),
    t('Open this link, enter your name and create a passkey. There is no password.'),
    link,
    t('The link works once and expires in {days} days. If you do not recognize this, ignore this mail.', {
      days: MEMBER_INVITATION_SECONDS / 86_400,
    }),
  ]
  return { subject: t('Your invitation to {organization}', { organization }), text: `${text.join('\n\n')}\n` }
}

function invites(role: Role, names: { invitedBy: string; organization: string }, t: Translate): string {
  const sentences: Record<Role, string> = {
    owner: t('{invitedBy} invites you to {organization} as an owner.', names),
    admin: t('{invitedBy} invites you to {organization} as an admin.', names),
    operator: t('{invitedBy} invites you to {organization} as an operator.', names),
    'read-only': t('{invitedBy} invites you to {organization} as a read-only member.', names),
  }
  return sentences[role]
}
