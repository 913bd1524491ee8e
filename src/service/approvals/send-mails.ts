import { sql } from 'kysely'
import type { Context } from '#service/context.ts'
import type { Mail } from '#service/email/mailer.ts'
import { databaseNow, inSeconds } from './database-clock.ts'
import { heldMail } from './held-mail.ts'
import { invitationMail } from './invitation-mail.ts'
import { noteNotified, updateNotice } from './queue-notices.ts'
import type { ApprovalTables } from './tables.ts'

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
