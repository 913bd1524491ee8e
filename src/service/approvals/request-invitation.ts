import type { Context } from '#service/context.ts'
import { normaliseEmail } from '#service/email/normalise-email.ts'
import { queueMail } from './queue-mail.ts'

/**
 * `POST /approve/api/invitations`: sends the invitation again to whoever has not enrolled, within limits. The
 * answer is the same for every address. A person who has enrolled gets none: else the mailbox alone could add
 * a passkey to decide with.
 */
export async function requestInvitation(
  ctx: Pick<Context, 'db'>,
  input: { email: string },
): Promise<{ success: true }> {
  const invited = await ctx.db
    .selectFrom('approvers')
    .select('id')
    .where('email', '=', normaliseEmail(input.email))
    .where('enrolled_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of invited) {
    await ctx.db.transaction().execute((trx) => queueMail(trx, { approverId: id, kind: 'invitation' }))
  }
  return { success: true }
}
