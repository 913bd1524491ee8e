import { mailName } from '#protocol/display/mail-name.ts'
import type { Context } from '#service/context.ts'
import { mailText } from '#service/email/mail-text.ts'
import type { Mail } from '#service/email/mailer.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import { approvalRelyingParty } from './ceremonies.ts'
import { inSeconds } from './database-clock.ts'

const VALID_SECONDS = 7 * 86_400

/**
 * The mail that invites a person to enrol. Its token is made now, stored only as a hash;
 * `undefined` when they have enrolled meanwhile.
 */
export async function invitationMail(
  ctx: Pick<Context, 'db' | 'settings'>,
  approverId: string,
): Promise<Mail | undefined> {
  const approver = await ctx.db
    .selectFrom('approvers')
    .innerJoin('organizations', 'organizations.id', 'approvers.organization_id')
    .select(['approvers.email', 'approvers.language', 'organizations.name'])
    .where('approvers.id', '=', approverId)
    .where('approvers.enrolled_at', 'is', null)
    .executeTakeFirst()
  if (approver === undefined) return undefined
  const token = newSecret()
  await ctx.db
    .insertInto('approver_invitations')
    .values({ token_hash: hashSecret(token), approver_id: approverId, expires_at: inSeconds(VALID_SECONDS) })
    .execute()
  const name = mailName(approver.name)
  const t = mailText(approver.language)
  return {
    to: approver.email,
    subject: t('Protect your wallet at {name}', { name }),
    text: [
      t('You have a wallet at {name}.', { name }),
      '',
      t('Open this link on your phone or computer to protect it with a passkey of your own:'),
      `${approvalRelyingParty(ctx).url}#invite=${token}`,
      '',
      t('From then on nothing leaves your wallet until you have approved it there.'),
      t('The link is valid for 7 days and can be used once.'),
      '',
      t('If you do not know what this is about, ignore this mail.'),
      '',
    ].join('\n'),
  }
}
