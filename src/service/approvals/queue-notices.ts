import { sql, type RawBuilder } from 'kysely'
import type { AuthorityChangeKind } from '#protocol/push-message.ts'
import { type Transaction, inSeconds, databaseNow } from '#service/db/database.ts'
import { notify } from '#service/db/notifications.ts'
import type { Context } from '#service/context.ts'
import type { ApprovalTables } from './tables.ts'

/**
 * Notices of a loss or a danger are not rate limited. They are queued elsewhere (`bypassed-approvals.ts`,
 * `authority-notices.ts`).
 */
type MailKind = Exclude<ApprovalTables['approver_mails']['kind'], 'executed-unapproved' | AuthorityChangeKind>
type QueuedMail = { approverId: string; kind: MailKind; transactionId?: string; messageId?: string }

/** However often invitations or signatures are asked for, a person's inbox stays usable (threat 46). */
const LIMITS: Record<MailKind, readonly { windowSeconds: number; mailsMax: number }[]> = {
  invitation: [
    { windowSeconds: 3_600, mailsMax: 3 },
    { windowSeconds: 86_400, mailsMax: 10 },
  ],
  held: [
    { windowSeconds: 600, mailsMax: 5 },
    { windowSeconds: 86_400, mailsMax: 50 },
  ],
  reminder: [{ windowSeconds: 600, mailsMax: 5 }],
  'passkey-added': [{ windowSeconds: 86_400, mailsMax: 20 }],
  'passkey-removed': [{ windowSeconds: 86_400, mailsMax: 20 }],
}

/**
 * Stores a mail to be sent after the caller's transaction has committed. Returns `false`, and stores nothing, when
 * the person has reached the limit of this kind. The approver's row is locked, so that parallel ones are counted.
 */
export async function queueMail(trx: Transaction, mail: QueuedMail): Promise<boolean> {
  await trx
    .selectFrom('approvers')
    .select('id')
    .where('id', '=', mail.approverId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  for (const { windowSeconds, mailsMax } of LIMITS[mail.kind]) {
    const { sent } = await trx
      .selectFrom('approver_mails')
      .select(sql<number>`count(*)::integer`.as('sent'))
      .where('approver_id', '=', mail.approverId)
      .where('kind', '=', mail.kind)
      .where('created_at', '>', inSeconds(-windowSeconds))
      .executeTakeFirstOrThrow()
    if (sent >= mailsMax) return false
  }
  await trx
    .insertInto('approver_mails')
    .values({
      approver_id: mail.approverId,
      kind: mail.kind,
      transaction_id: mail.transactionId ?? null,
      message_id: mail.messageId ?? null,
    })
    .execute()
  await notify(trx, 'approver-mails', mail.approverId)
  return true
}

type Notice = QueuedMail & { kind: 'held' | 'reminder' }

/** Above the mails' own limits, for each device. */
const PUSHES_PER_HOUR_MAX = 20

/**
 * Notifies a person of a transaction or a message that waits, after the caller's transaction has committed: by mail,
 * and by a push message to each of their devices that want it. Both have the mails' limits: returns `false`, and sends
 * nothing by either, when the person has had enough of this kind (threat 46).
 */
export async function queueNotice(trx: Transaction, notice: Notice): Promise<boolean> {
  if (!(await queueMail(trx, notice))) return false
  await sql`
    insert into approver_pushes (subscription_id, transaction_id, message_id)
    select subscription.id, ${notice.transactionId ?? null}::uuid, ${notice.messageId ?? null}::uuid
    from approver_push_subscriptions as subscription
    where subscription.approver_id = ${notice.approverId}::uuid and (
      select count(*) from approver_pushes as recent
      where recent.subscription_id = subscription.id and recent.created_at > service_now() - interval '1 hour'
    ) < ${PUSHES_PER_HOUR_MAX}::integer`.execute(trx)
  return true
}

type Queue = 'approver_mails' | 'approver_pushes'
/** `attempts`: with the present one. */
type DueNotice = { id: string; transaction_id: string | null; attempts: number }

/**
 * SQL that takes the due rows of a queue and returns them. Each is sent at least once, by whichever process takes it
 * first. Rows that a process took and did not finish are due again after `leaseSeconds`.
 */
export function takeDue(queue: Queue, { max, leaseSeconds }: { max: number; leaseSeconds: number }) {
  return sql`
    update ${sql.table(queue)} set attempts = attempts + 1, due_at = ${inSeconds(leaseSeconds)}
    where id in (
      select id from ${sql.table(queue)}
      where sent_at is null and given_up_at is null and due_at <= service_now()
      order by due_at limit ${max} for update skip locked)
    returning *`
}

/** Records that a notice was sent. Only the first notice about a transaction, by mail or by push, counts. */
export async function noteSent(ctx: Pick<Context, 'db'>, queue: Queue, due: DueNotice): Promise<void> {
  await update(ctx, queue, due, { sent_at: databaseNow })
  if (due.transaction_id === null) return
  await ctx.db
    .updateTable('held_transactions')
    .set({ notified_at: databaseNow })
    .where('transaction_id', '=', due.transaction_id)
    .where('notified_at', 'is', null)
    .execute()
}

/** Exponential backoff: starts with `seconds`, doubles with each attempt, and never exceeds `secondsMax`. */
export function tryLater(
  ctx: Pick<Context, 'db'>,
  queue: Queue,
  due: DueNotice,
  { seconds, secondsMax }: { seconds: number; secondsMax: number },
): Promise<void> {
  const wait = Math.min(seconds * 2 ** (due.attempts - 1), secondsMax)
  return update(ctx, queue, due, { due_at: inSeconds(wait) })
}

export function giveUp(ctx: Pick<Context, 'db'>, queue: Queue, due: DueNotice): Promise<void> {
  return update(ctx, queue, due, { given_up_at: databaseNow })
}

async function update(
  { db }: Pick<Context, 'db'>,
  queue: Queue,
  { id }: DueNotice,
  change: Partial<Record<'sent_at' | 'given_up_at' | 'due_at', RawBuilder<Date>>>,
): Promise<void> {
  await db.updateTable(queue).set(change).where('id', '=', id).execute()
}
