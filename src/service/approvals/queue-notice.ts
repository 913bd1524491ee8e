import { sql } from 'kysely'
import type { Transaction } from '#service/db/database.ts'
import { queueMail } from './queue-mail.ts'

export type Notice = { approverId: string; kind: 'held' | 'reminder'; transactionId: string }

/** Above the mails' own limits, for each device. */
const PUSHES_PER_HOUR_MAX = 20

/**
 * Tells a person of a transaction that waits, after the caller's transaction has committed: by mail, and by a push
 * message to each of their devices that want it. Both have the mails' limits: answers `false`, and tells nothing by
 * either, when the person has had enough of this kind (threat 46).
 */
export async function queueNotice(trx: Transaction, notice: Notice): Promise<boolean> {
  if (!(await queueMail(trx, notice))) return false
  await sql`
    insert into approver_pushes (id, subscription_id, transaction_id)
    select gen_random_uuid(), subscription.id, ${notice.transactionId}::uuid
    from approver_push_subscriptions as subscription
    where subscription.approver_id = ${notice.approverId}::uuid and (
      select count(*) from approver_pushes as recent
      where recent.subscription_id = subscription.id and recent.created_at > service_now() - interval '1 hour'
    ) < ${PUSHES_PER_HOUR_MAX}::integer`.execute(trx)
  return true
}
