import { sql, type RawBuilder } from 'kysely'
import type { HasDatabase } from '#service/context-parts.ts'
import { inSeconds, databaseNow } from '#service/db/database.ts'

type Queue = 'approver_mails' | 'approver_pushes'
/** A notice to send now. `attempts` includes the present attempt. */
type DueNotice = { id: string; transaction_id: string | null; attempts: number }

/**
 * SQL that takes the due rows of a queue and returns them. Each is sent at least once, by whichever process
 * takes it first. Rows that a process took and did not finish are due again after `leaseSeconds`.
 */
export function takeDue(
  queue: Queue,
  { max, leaseSeconds }: { max: number; leaseSeconds: number },
): RawBuilder<unknown> {
  return sql`
    update ${sql.table(queue)} set attempts = attempts + 1, due_at = ${inSeconds(leaseSeconds)}
    where id in (
      select id from ${sql.table(queue)}
      where sent_at is null and given_up_at is null and due_at <= service_now()
      order by due_at limit ${max} for update skip locked)
    returning *`
}

/**
 * Records that a notice was sent. For a transaction, only the time of the first notice, by mail or by push,
 * is recorded.
 */
export async function noteSent(ctx: HasDatabase, queue: Queue, due: DueNotice): Promise<void> {
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
  ctx: HasDatabase,
  queue: Queue,
  due: DueNotice,
  { seconds, secondsMax }: { seconds: number; secondsMax: number },
): Promise<void> {
  const wait = Math.min(seconds * 2 ** (due.attempts - 1), secondsMax)
  return update(ctx, queue, due, { due_at: inSeconds(wait) })
}

export function giveUp(ctx: HasDatabase, queue: Queue, due: DueNotice): Promise<void> {
  return update(ctx, queue, due, { given_up_at: databaseNow })
}

async function update(
  { db }: HasDatabase,
  queue: Queue,
  { id }: DueNotice,
  change: Partial<Record<'sent_at' | 'given_up_at' | 'due_at', RawBuilder<Date>>>,
): Promise<void> {
  await db.updateTable(queue).set(change).where('id', '=', id).execute()
}
