import { sql } from 'kysely'
import type { Context } from '#service/context.ts'
import { type Mail, mailText } from '#service/email/mailer.ts'
import { databaseNow, inSeconds } from '#service/db/database.ts'
import { invitationMail } from './invite-approver.ts'
import { noteNotified, updateNotice } from './queue-notices.ts'
import type { ApprovalTables } from './tables.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { mailName } from '#protocol/display/text.ts'
import { compareSimulation } from '#protocol/effects/compare-simulation.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { findHeldTokens } from '#service/holdings/find-held-tokens.ts'
import { knownTokens } from '#service/tokens/allowed-tokens.ts'
import { approvalRelyingParty } from './ceremonies.ts'
import { describeForMail, simulationForMail } from './describe-for-mail.ts'
import { simulateHeld } from './simulate-held.ts'

type Row = ApprovalTables['approver_mails']
type DueMail = Pick<Row, 'id' | 'approver_id' | 'kind' | 'transaction_id'> & { attempts: number }

const BATCH_MAX = 10
/** A mail that a process took and did not finish is taken again after this. */
const LEASE_SECONDS = 60
const ATTEMPTS_MAX = 8
const RETRY_SECONDS = 15
const RETRY_SECONDS_MAX = 1_800

/**
 * Sends what is due, at least once, from whichever process takes it first; answers whether there may be more.
 * A mail that is not accepted is tried again after 15 s, 30 s, 1 min and so on.
 */
export async function sendDueMails(ctx: Context): Promise<boolean> {
  const due = await takeDueMails(ctx)
  await Promise.all(due.map((mail) => sendOne(ctx, mail)))
  return due.length === BATCH_MAX
}

async function takeDueMails(ctx: Context): Promise<DueMail[]> {
  const taken = await sql<DueMail>`
    update approver_mails
    set attempts = attempts + 1, due_at = service_now() + ${LEASE_SECONDS}::integer * interval '1 second'
    where id in (
      select id from approver_mails
      where sent_at is null and given_up_at is null and due_at <= service_now()
      order by due_at limit ${BATCH_MAX} for update skip locked)
    returning id, approver_id, kind, transaction_id, attempts`.execute(ctx.db)
  return taken.rows
}

async function sendOne(ctx: Context, due: DueMail): Promise<void> {
  try {
    const mail = await compose(ctx, due)
    if (mail === undefined) return await giveUp(ctx, due)
    await ctx.mailer.send(mail)
    await noteSent(ctx, due)
  } catch (error) {
    ctx.log.warn({ err: error, mail: due.id, kind: due.kind }, 'a mail to an end-user was not accepted')
    await tryLater(ctx, due)
  }
}

function compose(ctx: Context, due: DueMail): Promise<Mail | undefined> {
  if (due.kind === 'invitation') return invitationMail(ctx, due.approver_id)
  return due.transaction_id === null ? Promise.resolve(undefined) : heldMail(ctx, due.transaction_id)
}

async function noteSent(ctx: Context, due: DueMail): Promise<void> {
  await updateNotice(ctx, 'approver_mails', due.id, { sent_at: databaseNow })
  if (due.transaction_id !== null) await noteNotified(ctx, due.transaction_id)
}

async function tryLater(ctx: Context, due: DueMail): Promise<void> {
  if (due.attempts >= ATTEMPTS_MAX) return giveUp(ctx, due)
  const seconds = Math.min(RETRY_SECONDS * 2 ** (due.attempts - 1), RETRY_SECONDS_MAX)
  await updateNotice(ctx, 'approver_mails', due.id, { due_at: inSeconds(seconds) })
}

function giveUp(ctx: Context, due: DueMail): Promise<void> {
  return updateNotice(ctx, 'approver_mails', due.id, { given_up_at: databaseNow })
}

/**
 * The mail about a transaction that waits: the call decoded from the stored bytes, and the way to the approval
 * app. Never the number: who reads this mail must look at the other screen too. `undefined` when it does not
 * wait any more.
 */
async function heldMail(ctx: Context, transactionId: string): Promise<Mail | undefined> {
  const held = await readHeld(ctx, transactionId)
  if (held === undefined) return undefined
  const call = {
    chainId: ctx.chain.id,
    walletAddress: held.wallet_address,
    toAddress: held.to_address,
    value: held.value,
    data: held.data,
    tokens: await knownTokens(ctx),
    held: (await findHeldTokens(ctx, [held]))[0],
    fee: held.fee,
    feeCoinAddress: held.fee_coin_address,
    feeWithdrawAddress: held.fee_withdraw_address,
  }
  const description = describeCall(call)
  const simulation = await simulateHeld(ctx, transactionId)
  const name = mailName(held.organization_name)
  const label = mailName(held.label ?? '')
  const address = checksumAddress(held.wallet_address)
  const wallet = label === '' ? address : `${label} (${address})`
  const t = mailText(held.language)
  const utc = { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' } as const
  const time = held.deadline.toLocaleString(held.language, utc)
  return {
    to: held.email,
    subject: t('Approve or decline a transaction at {name}', { name }),
    text: [
      t('A transaction of your wallet at {name} waits for you.', { name }),
      '',
      ...describeForMail(description, t),
      ...simulationForMail(compareSimulation(call, description, simulation), t),
      t('Wallet: {wallet}', { wallet }),
      '',
      t('Approve or decline it here:'),
      `${approvalRelyingParty(ctx).url}#transaction=${transactionId}`,
      '',
      t('It waits until {time}. Without your approval nothing happens.', { time }),
      t('If you did not ask for it, open the link and say so.'),
      '',
    ].join('\n'),
  }
}

function readHeld(ctx: Pick<Context, 'db'>, transactionId: string) {
  return ctx.db
    .selectFrom('held_transactions as held')
    .innerJoin('transactions', 'transactions.id', 'held.transaction_id')
    .innerJoin('approvers', 'approvers.id', 'held.approver_id')
    .innerJoin('organizations', 'organizations.id', 'transactions.organization_id')
    .leftJoin('wallets', (join) =>
      join.onRef('wallets.address', '=', 'transactions.wallet_address').on('wallets.status', '<>', 'failed'),
    )
    .selectAll('transactions')
    .select(['held.deadline', 'approvers.email', 'approvers.language', 'wallets.label'])
    .select('organizations.name as organization_name')
    .where('held.transaction_id', '=', transactionId)
    .where('transactions.state', '=', 'PENDING_USER_APPROVAL')
    .where('held.deadline', '>', databaseNow)
    .executeTakeFirst()
}
