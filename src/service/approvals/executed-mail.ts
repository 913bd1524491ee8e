import type { Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { formatUtc } from '#protocol/display/date-and-time.ts'
import type { Translate } from '#protocol/display/message-format.ts'
import { mailName } from '#protocol/display/text.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { HasApprovalUrl, HasChain, HasDatabase } from '#service/context-parts.ts'
import { type Mail, mailText } from '#service/email/mailer.ts'
import { storedCall } from '#service/ledger/read-transactions.ts'
import { knownTokens } from '#service/tokens/allowed-tokens.ts'
import { describeForMail } from './describe-for-mail.ts'

/**
 * Creates the mail to a person whose approval an execution bypassed. It lists the assets that moved, as far as the
 * chain shows them, and the next steps. Returns undefined if the execution is no longer known.
 */
export async function executedMail(
  ctx: HasChain & HasDatabase & HasApprovalUrl,
  approverId: string,
  digest: Hex,
): Promise<Mail | undefined> {
  const [person, executed] = [await readPerson(ctx, approverId, digest), await readExecuted(ctx, digest)]
  if (executed === undefined || person.noticed_at === null) return undefined
  const { email, language, external_user_id: endUser } = person
  const t = mailText(language)
  const name = mailName(person.name)
  const [subject, lead, next] = endUser === null ? administratorWords(t, name) : endUserWords(t, name)
  return {
    to: email,
    subject,
    text: [
      lead,
      '',
      ...(await executed.lines(t)),
      '',
      t('Wallet: {wallet}', { wallet: await walletName(ctx, executed.wallet) }),
      t('Transaction hash: {hash}', { hash: executed.hash }),
      t('Found on the blockchain: {time}', { time: formatUtc(person.noticed_at, language) }),
      '',
      next,
      '',
      `${ctx.settings.approvalUrl}#${executed.fragment}`,
      '',
    ].join('\n'),
  }
}

function readPerson({ db }: HasDatabase, id: string, digest: Hex) {
  return db
    .selectFrom('approvers')
    .innerJoin('organizations', 'organizations.id', 'approvers.organization_id')
    .innerJoin('bypassed_approvals as bypassed', 'bypassed.approver_id', 'approvers.id')
    .select(['approvers.email', 'approvers.language', 'approvers.external_user_id', 'organizations.name'])
    .select('bypassed.noticed_at')
    .where('approvers.id', '=', id)
    .where('bypassed.executed_digest', '=', digest)
    .executeTakeFirstOrThrow()
}

function endUserWords(t: Translate, name: string) {
  return [
    t('A transaction left your wallet at {name} without your approval', { name }),
    t('A transaction of your wallet at {name} was executed on the blockchain without your approval.', {
      name,
    }),
    t(
      'Someone else may be signing with your wallet. Move what is left in it to another wallet now, and contact {name}.',
      { name },
    ),
  ] as const
}

function administratorWords(t: Translate, name: string) {
  return [
    t('A transaction of {name} was executed without the required approval', { name }),
    t(
      'A transaction of a wallet of {name} was executed on the blockchain without the approval that a policy requires.',
      {
        name,
      },
    ),
    t('Someone else may be signing with the wallet. Move what is left in it to another wallet now.'),
  ] as const
}

type Executed = {
  wallet: Hex
  hash: Hex
  /** URL fragment of the execution's page in the approval app. */
  fragment: string
  lines: (t: Translate) => Promise<string[]>
}

async function readExecuted(ctx: HasChain & HasDatabase, digest: Hex): Promise<Executed | undefined> {
  const row = await ctx.db
    .selectFrom('transactions')
    .selectAll()
    .where('digest', '=', digest)
    .executeTakeFirst()
  if (row !== undefined && row.transaction_hash !== null) {
    const { wallet_address: wallet, transaction_hash: hash } = row
    const lines = async (t: Translate) =>
      describeForMail(
        describeCall({ ...storedCall(row), chainId: ctx.chain.id, tokens: await knownTokens(ctx) }),
        t,
      )
    return { wallet, hash, fragment: `transaction=${row.id}`, lines }
  }
  const unread = await ctx.db
    .selectFrom('unread_executions')
    .select(['wallet_address as wallet', 'transaction_hash as hash'])
    .where('digest', '=', digest)
    .executeTakeFirst()
  const lines = async (t: Translate) => [t('What it moved could not be read from the blockchain.')]
  return unread && { ...unread, fragment: 'history', lines }
}

async function walletName({ db }: HasDatabase, wallet: Hex): Promise<string> {
  const row = await db
    .selectFrom('wallets')
    .select('label')
    .where('address', '=', wallet)
    .where('status', '<>', 'failed')
    .executeTakeFirst()
  const label = mailName(row?.label ?? '')
  const address = checksumAddress(wallet)
  return label === '' ? address : `${label} (${address})`
}
