import { checksumAddress } from '#protocol/display/address.ts'
import { formatUtc } from '#protocol/display/date-and-time.ts'
import { keyWords } from '#protocol/display/key-words.ts'
import type { Translate } from '#protocol/display/message-format.ts'
import { mailName } from '#protocol/display/text.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { OBJECTED_REMOVAL_DELAY_SECONDS } from '#protocol/wallet-delays.ts'
import { readStoredChange } from '#service/chain/authority-events.ts'
import type { HasApprovalUrl, HasDatabase } from '#service/context-parts.ts'
import { type Mail, mailText } from '#service/email/mailer.ts'
import { signsFor } from './protection.ts'

/** Creates the mail about a wallet whose co-signer is being removed, or to which a key was added. */
export async function authorityMail(ctx: HasDatabase & HasApprovalUrl, changeId: string): Promise<Mail> {
  const change = await ctx.db
    .selectFrom('authority_changes as change')
    .innerJoin('approvers', 'approvers.id', 'change.approver_id')
    .innerJoin('organizations', 'organizations.id', 'approvers.organization_id')
    .leftJoin('wallets', (join) =>
      join.onRef('wallets.address', '=', 'change.wallet_address').on('wallets.status', '<>', 'failed'),
    )
    .select(['change.kind', 'change.wallet_address', 'change.effective_at', 'change.transaction_hash'])
    .select(['change.log', 'change.approver_id'])
    .select(['approvers.email', 'approvers.language', 'organizations.name', 'wallets.label'])
    .where('change.id', '=', changeId)
    .executeTakeFirstOrThrow()
  const t = mailText(change.language)
  const name = mailName(change.name)
  const label = mailName(change.label ?? '')
  const address = checksumAddress(change.wallet_address)
  const time = change.effective_at === null ? '' : formatUtc(change.effective_at, change.language)
  const { kind } = change
  const words = kind === 'key-added' ? addedWords(change.log) : undefined
  const [subject, lead, next] =
    kind === 'key-added'
      ? keyLines(t, name)
      : removalLines(t, { name, time, isTheirs: await isTheirCoSigner(ctx, change) })
  return {
    to: change.email,
    subject,
    text: [
      lead,
      '',
      t('Wallet: {wallet}', { wallet: label === '' ? address : `${label} (${address})` }),
      ...(words === undefined ? [] : [t('Verification words of the passkey: {words}', { words })]),
      t('Transaction hash: {hash}', { hash: change.transaction_hash }),
      '',
      next,
      `${ctx.settings.approvalUrl}#wallet=${address}`,
      '',
    ].join('\n'),
  }
}

/** The subject, what happened, and what to do next. */
type Lines = [subject: string, lead: string, next: string]

function keyLines(t: Translate, name: string): Lines {
  return [
    t('A passkey can now sign for your wallet at {name}', { name }),
    t('Another passkey was added to your wallet at {name} on the blockchain.', { name }),
    t('If this was not you, remove it in your wallet, and tell {name}:', { name }),
  ]
}

/** Returns the verification words with which a person compares the added passkey with their device. */
function addedWords(log: string): string | undefined {
  const key = readStoredChange(log)?.key
  return key && keyWords({ qx: coordinateHex(key.x), qy: coordinateHex(key.y) })
}

/**
 * Describes the removal. Mentions the objection only if the person is the co-signer, because nobody else
 * can object.
 */
function removalLines(
  t: Translate,
  { name, time, isTheirs }: { name: string; time: string; isTheirs: boolean },
): Lines {
  const subject = t('The co-signer of your wallet at {name} is being removed', { name })
  const values = { name, time }
  return isTheirs
    ? [
        subject,
        t('From {time} on, your wallet at {name} no longer needs your approval on the blockchain.', values),
        t('If this was not you, object now. The removal then takes {days} days, in which you can act:', {
          days: OBJECTED_REMOVAL_DELAY_SECONDS / 86_400,
        }),
      ]
    : [
        subject,
        t(
          'From {time} on, your wallet at {name} no longer needs the signature of its co-signer on the blockchain.',
          values,
        ),
        t('If this was not you, tell {name} now. This page shows who must sign for the wallet:', { name }),
      ]
}

/** Returns whether the co-signer being removed is an approval wallet of the person. */
async function isTheirCoSigner(
  ctx: HasDatabase,
  { log, approver_id: approverId }: { log: string; approver_id: string },
): Promise<boolean> {
  const coSigner = readStoredChange(log)?.coSigner
  return coSigner !== undefined && signsFor(ctx, approverId, coSigner)
}
