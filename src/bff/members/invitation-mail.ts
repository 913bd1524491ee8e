import { mailName } from '#protocol/display/mail-name.ts'
import type { Role } from '#protocol/org/roles.ts'

const WORDS: Record<Role, string> = {
  owner: 'an owner',
  admin: 'an admin',
  operator: 'an operator',
  'read-only': 'a reader',
}

/** The mail with an invitation's link. Names come from people: nothing in them can look like a part of the mail. */
export function invitationMail(invitation: {
  organization: string
  invitedBy: string
  role: Role
  link: string
}): { subject: string; text: string } {
  const organization = mailName(invitation.organization)
  const text = [
    `${mailName(invitation.invitedBy)} invites you to ${organization} as ${WORDS[invitation.role]}.`,
    'Open this link, say your name and make a passkey. There is no password.',
    invitation.link,
    'The link works once, within seven days. If you do not know these people, do nothing.',
  ]
  return { subject: `Your invitation to ${organization}`, text: `${text.join('\n\n')}\n` }
}
