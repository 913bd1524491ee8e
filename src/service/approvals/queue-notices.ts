import { sql } from 'kysely'
import type { AuthorityChangeKind } from '#protocol/push-message.ts'
import { type Transaction, inSeconds } from '#service/db/database.ts'
import { notify } from '#service/db/notifications.ts'
import type { ApprovalTables } from './tables.ts'

/**
 * Notices of a loss or a danger are not rate limited. They are queued elsewhere (`bypassed-approvals.ts`,
 * `authority-notices.ts`).
 */
type MailKind = Exclude<ApprovalTables['approver_mails']['kind'], 'executed-unapproved' | AuthorityChangeKind>
type QueuedMail = { approverId: string; kind: MailKind; transactionId?: string; messageId?: string }

/**
 * Maximum mails per person and window, in seconds. They keep the inbox usable, however often invitations or
 * signatures are requested (threat 46).
 */
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
 * Stores a mail to be sent after the caller's transaction has committed. Returns `false` and stores nothing
 * if the person has reached the limit of this kind. Locks the approver's row, so that parallel mails are
 * counted.
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

/** Maximum push messages per device and hour, in addition to the limits on mails. */
const PUSHES_PER_HOUR_MAX = 20

/**
 * Notifies a person of a pending transaction or message, after the caller's transaction has committed: by
 * mail, and by a push message to each subscribed device. The limits on mails apply to both. Returns `false`
 * and sends neither if the person has reached the limit of this kind (threat 46).
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
