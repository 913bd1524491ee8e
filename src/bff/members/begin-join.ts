import type { HasRelyingParty, RunsCeremonies } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { beginEnrolment } from '#bff/sessions/enrolment.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { openInvitation } from './open-invitation.ts'

/** Returns creation options for the new person's passkey. @throws INVITATION_LINK_INVALID */
export const beginJoin: ConsoleOperation<'beginJoin', RunsCeremonies & HasRelyingParty> = async ({
  ctx,
  body,
}) => {
  const { token, name } = body
  await openInvitation(ctx, ctx.db, hashSecret(token))
  return beginEnrolment(ctx, { kind: 'join', token, name: name.trim() })
}
