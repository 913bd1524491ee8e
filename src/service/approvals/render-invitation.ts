import { mailName } from '#protocol/display/text.ts'
import { APPROVER_INVITATION_SECONDS } from '#protocol/limits.ts'
import { newSecret, hashSecret } from '#server-kit/secrets/new-secret.ts'
import type { HasApprovalUrl, HasDatabase } from '#service/context-parts.ts'
import { inSeconds } from '#service/db/database.ts'
import { mailText } from '#service/email/mailer.ts'

/**
 * Creates the mail that invites a person to enrol. Its token is created now and stored only as a hash.
 * Returns undefined if they have enrolled meanwhile.
 */
export async function invitationMail(
  ctx: HasDatabase & HasApprovalUrl,
  approverId: string,
): Promise<{ to: string; subject: string; text: string } | undefined> {
  const approver = await ctx.db
    .selectFrom('approvers')
    .innerJoin('organizations', 'organizations.id', 'approvers.organization_id')
    .select(['approvers.email', 'approvers.language', 'approvers.external_user_id', 'organizations.name'])
    .where('approvers.id', '=', approverId)
    .where('approvers.enrolled_at', 'is', null)
    .executeTakeFirst()
  if (approver === undefined) return undefined
  const token = newSecret()
  await ctx.db
    .insertInto('approver_invitations')
    .values({
      token_hash: hashSecret(token),
      approver_id: approverId,
      expires_at: inSeconds(APPROVER_INVITATION_SECONDS),
    })
    .execute()
  const name = mailName(approver.name)
  const t = mailText(approver.language)
  const link = `${ctx.settings.approvalUrl}#invite=${token}`
  const [subject, ...text] =
    approver.external_user_id === null
      ? [
          t('Approve payments of {name}', { name }),
          t('{name} asks you to approve payments from its wallets as its policies require.', {
            name,
          }),
          '',
          t('Open this link on your phone or computer to create your own passkey for this:'),
          link,
          '',
          t('After that, this service holds such a payment until you approve it there.'),
        ]
      : [
          t('Protect your wallet at {name}', { name }),
          t('You have a wallet at {name}.', { name }),
          '',
          t('Open this link on your phone or computer to protect it with a passkey of your own:'),
          link,
          '',
          t('After that, this service sends nothing from your wallet until you approve it there.'),
        ]
  return {
    to: approver.email,
    subject,
    text: [
      ...text,
      t('The link is valid for {days} days and can be used once.', {
        days: APPROVER_INVITATION_SECONDS / 86_400,
      }),
      '',
      t('If you do not know what this is about, ignore this mail.'),
      '',
    ].join('\n'),
  }
}
