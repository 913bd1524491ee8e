import type { HasLog, HasMailer } from '#bff/context-parts.ts'
import { mailInvitation } from '#bff/members/store-invitation.ts'
import type { Organization } from '#bff/ports.ts'
import { acceptedLanguage } from '#protocol/display/language.ts'
import type { NewInvitation } from './admit-user.ts'
import type { ScimUser } from './user-store.ts'

/** Mails a new invitation to a user, in the language that the identity provider states. */
export async function mailUser(
  ctx: HasLog & HasMailer,
  organization: Organization,
  user: ScimUser,
  invitation: NewInvitation | undefined,
): Promise<void> {
  if (invitation === undefined) return
  const language = acceptedLanguage(user.profile.preferredLanguage)
  await mailInvitation(ctx, { ...invitation, language, organization: organization.name })
}
