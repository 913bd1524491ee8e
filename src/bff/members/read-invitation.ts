import type { HasClock, HasDatabase } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { openInvitation } from './open-invitation.ts'

/** Describes an invitation to its recipient. Does not use it up. @throws INVITATION_LINK_INVALID */
export const readInvitation: ConsoleOperation<'readInvitation', HasClock & HasDatabase> = async ({
  ctx,
  body,
}) => {
  const row = await openInvitation(ctx, ctx.db, hashSecret(body.token))
  const { organization_name: organization, role, invited_by: invitedBy, expires_at: expiresAt } = row
  return { organization, role, invitedBy, expiresAtDatetime: expiresAt.toISOString() }
}
