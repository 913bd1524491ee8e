import { checksumAddress } from '#protocol/display/address.ts'
import { mailName } from '#protocol/display/text.ts'
import type { Context } from '#service/context.ts'
import { type Mail, mailText } from '#service/email/mailer.ts'

/** The mail about a wallet whose co-signer is being removed, or that has a further key. */
export async function authorityMail(ctx: Pick<Context, 'db' | 'settings'>, changeId: string): Promise<Mail> {
  const change = await ctx.db
    .selectFrom('authority_changes as change')
    .innerJoin('approvers', 'approvers.id', 'change.approver_id')
    .innerJoin('organizations', 'organizations.id', 'approvers.organization_id')
    .leftJoin('wallets', (join) =>
      join.onRef('wallets.address', '=', 'change.wallet_address').on('wallets.status', '<>', 'failed'),
    )
    .select(['change.kind', 'change.wallet_address', 'change.effective_at', 'change.transaction_hash'])
    .select(['approvers.email', 'approvers.language', 'organizations.name', 'wallets.label'])
    .where('change.id', '=', changeId)
    .executeTakeFirstOrThrow()
  const t = mailText(change.language)
  const name = mailName(change.name)
  const label = mailName(change.label ?? '')
  const address = checksumAddress(change.wallet_address)
  const utc = { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' } as const
  const time = change.effective_at?.toLocaleString(change.language, utc) ?? ''
  const [subject, lead, next] =
    change.kind === 'removal-started'
      ? [
          t('The co-signer of your wallet at {name} is being removed', { name }),
          t('After {time}, your wallet at {name} no longer needs your approval on the blockchain.', {
            name,
            time,
          }),
          t('If this was not you, object now. The removal then takes 30 days, in which you can act:'),
        ]
      : [
          t('A passkey can now sign for your wallet at {name}', { name }),
          t('A further passkey was added to your wallet at {name} on the blockchain.', { name }),
          t('If this was not you, remove it in your wallet, and tell {name}:', { name }),
        ]
  return {
    to: change.email,
    subject,
    text: [
      lead,
      '',
      t('Wallet: {wallet}', { wallet: label === '' ? address : `${label} (${address})` }),
      t('Transaction hash: {hash}', { hash: change.transaction_hash }),
      '',
      next,
      `${ctx.settings.approvalUrl}#wallet=${address}`,
      '',
    ].join('\n'),
  }
}
