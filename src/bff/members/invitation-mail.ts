import { acceptedLanguage } from '#protocol/display/language.ts'
import { mailName } from '#protocol/display/mail-name.ts'
import { translateIn, type Translate } from '#protocol/display/message-format.ts'
import type { Role } from '#protocol/org/roles.ts'
import de from '#bff/texts/de.json' with { type: 'json' }
import es from '#bff/texts/es.json' with { type: 'json' }

const TEXTS = { en: {}, de, es }

/**
 * The mail with an invitation's link, in the inviting administrator's language: the recipient's is unknown. Names
 * come from people: nothing in them can look like a part of the mail.
 */
export function invitationMail(invitation: {
  organization: string
  invitedBy: string
  role: Role
  link: string
  acceptLanguage: string | undefined
}): { subject: string; text: string } {
  const language = acceptedLanguage(invitation.acceptLanguage)
  const t = translateIn(language, TEXTS[language])
  const organization = mailName(invitation.organization)
  const names = { invitedBy: mailName(invitation.invitedBy), organization }
  const text = [
    invites(invitation.role, names, t),
    t('Open this link, say your name and make a passkey. There is no password.'),
    invitation.link,
    t('The link works once, within seven days. If you do not know these people, do nothing.'),
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
