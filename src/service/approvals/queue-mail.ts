import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '#service/db/database.ts'
import { notify } from '#service/db/notifications.ts'
import { inSeconds } from './database-clock.ts'
import type { ApprovalTables } from './tables.ts'

type MailKind = ApprovalTables['approver_mails']['kind']
export type QueuedMail = { approverId: string; kind: MailKind; transactionId?: string }

type Limit = { windowSeconds: number; mailsMax: number }

/** However often somebody asks for invitations or signatures, a person's inbox stays usable (threat 46). */
const LIMITS: Record<MailKind, readonly Limit[]> = {
  invitation: [
    { windowSeconds: 3_600, mailsMax: 3 },
    { windowSeconds: 86_400, mailsMax: 10 },
  ],
  held: [
    { windowSeconds: 600, mailsMax: 5 },
    { windowSeconds: 86_400, mailsMax: 50 },
  ],
  reminder: [{ windowSeconds: 600, mailsMax: 5 }],
}

/**
 * Stores a mail to be sent after the caller's transaction has committed. Answers `false`, and stores nothing,
 * when the person has had enough of this kind. The approver's row is locked, so that parallel ones are counted.
 */
export async function queueMail(trx: Transaction, mail: QueuedMail): Promise<boolean> {
  await trx
    .selectFrom('approvers')
    .select('id')
    .where('id', '=', mail.approverId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  for (const limit of LIMITS[mail.kind]) if (await isReached(trx, mail, limit)) return false
  await trx
    .insertInto('approver_mails')
    .values({
      id: randomUUID(),
      approver_id: mail.approverId,
      kind: mail.kind,
      transaction_id: mail.transactionId ?? null,
    })
    .execute()
  await notify(trx, 'approver-mails', mail.approverId)
  return true
}

async function isReached(trx: Transaction, mail: QueuedMail, limit: Limit): Promise<boolean> {
  const { sent } = await trx
    .selectFrom('approver_mails')
    .select(sql<number>`count(*)::integer`.as('sent'))
    .where('approver_id', '=', mail.approverId)
    .where('kind', '=', mail.kind)
    .where('created_at', '>', inSeconds(-limit.windowSeconds))
    .executeTakeFirstOrThrow()
  return sent >= limit.mailsMax
}
