import { sql } from 'kysely'
import type { HeldNotification } from '#protocol/transaction-timeline.ts'
import { apiError, notFound, rateLimited } from '#server-kit/http/http-error.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { countsAsApproval } from '#service/ledger/given-approvals.ts'
import type { TransactionRow } from '#service/ledger/read-transactions.ts'
import { isWaiting } from './held-transactions.ts'
import { mutedUntil } from './mutes.ts'
import { queueNotice } from './queue-notices.ts'

/** Minimum time between two mails about one transaction, in seconds. */
const PAUSE_SECONDS = 60
const REMINDERS_MAX = 3
const BUSY_MS = 600_000

/**
 * `POST /v1/org/transactions/{transactionUuid}/notify`: notifies the end-user again, or everyone of the organization
 * who has not decided yet. At most three times and a minute apart. Refuses while everyone asked has muted the wallet
 * (ADR 0011).
 *
 * @throws NOT_FOUND for another organization's transaction and for an unknown one
 * @throws CONFLICT if the transaction is not pending, RATE_LIMITED
 */
export const notifyApprover: Operation<'notifyApprover', HasDatabase> = async (ctx, caller, input) => {
  const { transactionUuid } = input.params
  await ctx.db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom('held_transactions as held')
      .innerJoin('transactions', 'transactions.id', 'held.transaction_id')
      .select(['held.approver_id', 'transactions.wallet_address'])
      .select(isWaiting.as('is_waiting'))
      .where('transactions.id', '=', transactionUuid)
      .where('transactions.organization_id', '=', caller.organizationId)
      .forUpdate('held')
      .executeTakeFirstOrThrow(notFound)
    if (!held.is_waiting) throw apiError('CONFLICT', 'This transaction is not waiting for approval')
    const { reminders, wait_seconds: waitSeconds } = await recentMails(trx, transactionUuid)
    if (reminders >= REMINDERS_MAX) throw rateLimited(BUSY_MS)
    if (waitSeconds > 0) throw rateLimited(waitSeconds * 1_000)
    let reminded = 0
    for (const approverId of await readUndecided(trx, transactionUuid, held.approver_id)) {
      if (await mutedUntil(trx, approverId, held.wallet_address)) continue
      const notice = { approverId, kind: 'reminder', transactionId: transactionUuid } as const
      if (await queueNotice(trx, notice)) reminded += 1
    }
    if (reminded === 0) throw rateLimited(BUSY_MS)
  })
  return { success: true }
}

/** Returns the people who may decide and have not, or the end-user. */
async function readUndecided(trx: Database, transactionId: string, approverId: string): Promise<string[]> {
  const asked = await trx
    .selectFrom('held_approvers as asked')
    .select(['asked.approver_id', 'asked.removed_at', countsAsApproval.as('counts')])
    .where('asked.transaction_id', '=', transactionId)
    .orderBy('asked.place')
    .execute()
  if (asked.length === 0) return [approverId]
  return asked
    .filter(({ counts, removed_at: removedAt }) => !counts && removedAt === null)
    .map((one) => one.approver_id)
}

/**
 * Reads how often the organization has sent a reminder of a transaction, and how long until it may send another. The
 * mails of one reminder to several people have the same time.
 */
function recentMails(trx: Database, transactionId: string) {
  const sinceLast = sql`extract(epoch from service_now() - max(created_at))`
  return trx
    .selectFrom('approver_mails')
    .select([
      sql<number>`count(distinct created_at) filter (where kind = 'reminder')::integer`.as('reminders'),
      sql<number>`coalesce(ceil(${PAUSE_SECONDS}::integer - ${sinceLast}), 0)::integer`.as('wait_seconds'),
    ])
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow()
}

/** The notifications of an end-user about a held transaction. */
export type HeldNews = { remindedAt: Date[]; notification: HeldNotification }

/**
 * Reads the reminders of a held transaction and the state of its notification. Undefined if it was never held. The
 * reminders are complete while the transaction is pending, because mails are deleted only after some days.
 */
export async function readHeldNews(
  ctx: HasDatabase,
  { id, approver_id: approverId, asked, notified_at, wallet_address }: TransactionRow,
): Promise<HeldNews | undefined> {
  if (approverId === null) return undefined
  const mails = await ctx.db
    .selectFrom('approver_mails')
    .select(['kind', 'sent_at', 'given_up_at'])
    // The mails of one notice to several people have the same time. One of them is enough.
    .distinctOn('created_at')
    .where('transaction_id', '=', id)
    .orderBy('created_at')
    .orderBy('sent_at')
    .execute()
  const silencedUntil = asked === null ? await mutedUntil(ctx.db, approverId, wallet_address) : undefined
  const { reminders, wait_seconds: remindAfterSeconds } = await recentMails(ctx.db, id)
  return {
    remindedAt: mails.flatMap((mail) =>
      mail.kind === 'reminder' && mail.sent_at !== null ? [mail.sent_at] : [],
    ),
    notification: {
      state: notified_at === null ? deriveState(mails) : 'sent',
      ...(silencedUntil === undefined ? {} : { silencedUntilDatetime: silencedUntil.toISOString() }),
      remindersLeft: Math.max(0, REMINDERS_MAX - reminders),
      remindAfterSeconds: Math.max(0, remindAfterSeconds),
    },
  }
}

/** Returns the notification state of a transaction for which no notice was delivered yet. */
function deriveState(mails: readonly { given_up_at: Date | null }[]): HeldNotification['state'] {
  if (mails.length === 0) return 'withheld'
  return mails.every((mail) => mail.given_up_at !== null) ? 'failed' : 'queued'
}
