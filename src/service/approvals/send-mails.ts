import { sql, type Selectable } from 'kysely'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { formatUtc } from '#protocol/display/date-and-time.ts'
import type { Language } from '#protocol/display/language.ts'
import type { Translate } from '#protocol/display/message-format.ts'
import { mailName } from '#protocol/display/text.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { MailRefusedError } from '#server-kit/mail-refused-error.ts'
import type {
  HasApprovalUrl,
  HasChain,
  HasDatabase,
  HasLog,
  HasMailer,
  HasRelay,
} from '#service/context-parts.ts'
import { type Mail, mailText } from '#service/email/mailer.ts'
import { knownTokens } from '#service/tokens/allowed-tokens.ts'
import { isDecidedBy } from './asked-approvers.ts'
import { authorityMail } from './authority-mail.ts'
import { describeForMail, simulationForMail } from './describe-for-mail.ts'
import { executedMail } from './executed-mail.ts'
import { heldMessage, isMessageOpen, selectMessagesFor } from './held-messages.ts'
import { isWaiting, readFirst, selectHeldFor, simulateHeld } from './held-transactions.ts'
import { isWorthRetrying, PAUSE_SECONDS_MAX } from './notice-retries.ts'
import { invitationMail } from './render-invitation.ts'
import type { ApprovalTables } from './tables.ts'
import { giveUp, noteSent, takeDue, tryLater } from './take-due-notices.ts'

type DueMail = Selectable<ApprovalTables['approver_mails']>

const QUEUE = 'approver_mails'
const DUE = { max: 10, leaseSeconds: 60 }
const ATTEMPTS_MAX = 8
const RETRY = { seconds: 15, secondsMax: PAUSE_SECONDS_MAX }

/**
 * Sends due mails at least once. Any process may take them. Returns whether there may be more. A rejected
 * mail is retried after 15 s, 30 s, 1 min and so on, while it is still useful. A permanently rejected one is
 * retried only as long as the person could still act on it.
 */
export async function sendDueMails(
  ctx: HasChain & HasDatabase & HasLog & HasMailer & HasRelay & HasApprovalUrl,
): Promise<boolean> {
  const { rows } = await sql<DueMail>`${takeDue(QUEUE, DUE)}`.execute(ctx.db)
  await Promise.all(rows.map((mail) => sendOne(ctx, mail)))
  return rows.length === DUE.max
}

async function sendOne(
  ctx: HasChain & HasDatabase & HasLog & HasMailer & HasRelay & HasApprovalUrl,
  due: DueMail,
): Promise<void> {
  try {
    const mail = await compose(ctx, due)
    if (mail === undefined) return await giveUp(ctx, QUEUE, due)
    await ctx.mailer.send(mail)
    await noteSent(ctx, QUEUE, due)
  } catch (error) {
    ctx.log.warn({ err: error, mail: due.id, kind: due.kind }, 'a mail to an end-user was not accepted')
    const isRetried = await isWorthRetrying(ctx, due, error instanceof MailRefusedError ? 0 : ATTEMPTS_MAX)
    await (isRetried ? tryLater(ctx, QUEUE, due, RETRY) : giveUp(ctx, QUEUE, due))
  }
}

async function compose(
  ctx: HasChain & HasDatabase & HasRelay & HasApprovalUrl,
  due: DueMail,
): Promise<Mail | undefined> {
  if (due.kind === 'invitation') return invitationMail(ctx, due.approver_id)
  if (due.kind === 'passkey-added' || due.kind === 'passkey-removed') return passkeyMail(ctx, due)
  if (due.authority_change_id !== null) return authorityMail(ctx, due.authority_change_id)
  if (due.executed_digest !== null) return executedMail(ctx, due.approver_id, due.executed_digest)
  if (due.message_id !== null) return messageMail(ctx, due.approver_id, due.message_id)
  return due.transaction_id === null ? undefined : heldMail(ctx, due.approver_id, due.transaction_id)
}

/**
 * Creates the mail about an added or removed passkey, so that its owner notices a change that someone else made on an
 * unattended device.
 */
async function passkeyMail(
  ctx: HasDatabase & HasApprovalUrl,
  { approver_id: id, kind }: DueMail,
): Promise<Mail> {
  const { email, language, ...approver } = await ctx.db
    .selectFrom('approvers')
    .innerJoin('organizations', 'organizations.id', 'approvers.organization_id')
    .select(['approvers.email', 'approvers.language', 'organizations.name'])
    .where('approvers.id', '=', id)
    .executeTakeFirstOrThrow()
  const t = mailText(language)
  const name = mailName(approver.name)
  const subject =
    kind === 'passkey-added'
      ? t('An approval passkey was added for your wallet at {name}', { name })
      : t('An approval passkey was removed for your wallet at {name}', { name })
  const text = t('If this was not you, remove the passkeys that you do not know, and tell {name}:', { name })
  return { to: email, subject, text: `${text}\n\n${ctx.settings.approvalUrl}#settings\n` }
}

/**
 * Creates the mail about a pending transaction: the call decoded from the stored bytes, and the way to the
 * approval app. It never contains the number, because the reader must look at the other screen too. Returns
 * undefined if the transaction is no longer pending.
 */
async function heldMail(
  ctx: HasChain & HasDatabase & HasRelay & HasApprovalUrl,
  approverId: string,
  transactionId: string,
): Promise<Mail | undefined> {
  const undecided = sql<boolean>`not ${isDecidedBy('transaction', approverId)}`
  const select = selectHeldFor(ctx, approverId, transactionId).where(isWaiting).where(undecided)
  const found = await readFirst(ctx, select)
  if (found === undefined) return undefined
  const { row, held } = found
  const call = { ...held, tokens: await knownTokens(ctx) }
  const description = describeCall(call)
  const simulation = await simulateHeld(ctx, row)
  const name = mailName(held.organizationName)
  const t = mailText(row.language)
  return {
    to: row.email,
    subject: t('Approve or decline a transaction at {name}', { name }),
    text: [
      held.forOrganization
        ? t('A transaction of {name} is waiting for your approval.', { name })
        : t('A transaction from your wallet at {name} is waiting for your approval.', { name }),
      ...sharedLines(t, held),
      '',
      ...describeForMail(description, t),
      ...simulationForMail(call, description, simulation, t),
      ...decisionLines(t, held, row, `${ctx.settings.approvalUrl}#transaction=${transactionId}`),
    ].join('\n'),
  }
}

/**
 * Creates the mail about a pending message: the way to the approval app, which shows the whole message with
 * the requesting page. The mail omits the page's address, because it would become a link. Returns undefined
 * if the message is no longer pending.
 */
async function messageMail(
  ctx: HasChain & HasDatabase & HasApprovalUrl,
  approverId: string,
  messageId: string,
): Promise<Mail | undefined> {
  const open = selectMessagesFor(ctx, approverId).where('held.id', '=', messageId).where(isMessageOpen)
  const row = await open.executeTakeFirst()
  if (row === undefined) return undefined
  const held = heldMessage(ctx.chain.id, row)
  const name = mailName(held.organizationName)
  const t = mailText(row.language)
  return {
    to: row.email,
    subject: t('Approve or decline a signature at {name}', { name }),
    text: [
      held.forOrganization
        ? t('A signature of a wallet of {name} is waiting for your approval.', { name })
        : t('A signature of your wallet at {name} is waiting for your approval.', { name }),
      t('It may let others take what the wallet holds. Read all of it before you approve.'),
      '',
      ...decisionLines(t, held, row, `${ctx.settings.approvalUrl}#message=${messageId}`),
    ].join('\n'),
  }
}

/** Returns the lines about the requester and the people who decide together. Empty for an end-user. */
function sharedLines(
  t: Translate,
  {
    requestedBy,
    approvers,
    approvalsRequired: required = 1,
  }: Pick<HeldTransaction, 'requestedBy' | 'approvers' | 'approvalsRequired'>,
): string[] {
  const able = (approvers ?? []).filter(({ removed }) => removed !== true)
  const people = able.map(({ name, decision }) => {
    const shown = mailName(name)
    if (decision === 'approve') return t('{name} approved it.', { name: shown })
    return t('{name} has not decided yet.', { name: shown })
  })
  return [
    ...(requestedBy === undefined ? [] : [t('Requested by {name}.', { name: mailName(requestedBy) })]),
    ...(people.length < 2
      ? []
      : [t('It needs {required, plural, one {# approval} other {# approvals}}.', { required }), ...people]),
  ]
}

type Decidable = Pick<HeldTransaction, 'walletAddress' | 'walletLabel' | 'forOrganization'>

/**
 * Returns the lines about the wallet, the link to the decision, the deadline, and the advice for a reader who
 * does not recognize the request.
 */
function decisionLines(
  t: Translate,
  held: Decidable,
  { deadline, language }: { deadline: Date; language: Language },
  link: string,
): string[] {
  const label = mailName(held.walletLabel)
  const wallet = label === '' ? held.walletAddress : `${label} (${held.walletAddress})`
  return [
    t('Wallet: {wallet}', { wallet }),
    '',
    t('Approve or decline it here:'),
    link,
    '',
    t('It expires on {time}. This service does not send it without your approval.', {
      time: formatUtc(deadline, language),
    }),
    held.forOrganization
      ? t('Ask the person who signed it for the number. If they do not have it, decline.')
      : t('If you did not request it, open the link and report it.'),
    '',
  ]
}
