import type { HeldNotification } from '#protocol/org/organization-transactions.ts'
import type { Context } from '#service/context.ts'
import { mutedUntil } from './mute-wallet.ts'
import { REMINDERS_MAX, recentMails } from './notify-approver.ts'

/** What is known of telling an end-user of a held transaction. */
export type HeldNews = { heldAt: Date; remindedAt: Date[]; notification: HeldNotification }

/** `undefined` for what was never held. Mails are forgotten after some days; what waits is younger. */
export async function readHeldNews(
  ctx: Pick<Context, 'db'>,
  transactionId: string,
): Promise<HeldNews | undefined> {
  const held = await ctx.db
    .selectFrom('held_transactions as held')
    .innerJoin('transactions', 'transactions.id', 'held.transaction_id')
    .select(['held.held_at', 'held.approver_id', 'held.notified_at', 'transactions.wallet_address'])
    .where('held.transaction_id', '=', transactionId)
    .executeTakeFirst()
  if (held === undefined) return undefined
  const mails = await readMails(ctx, held.approver_id, transactionId)
  const silencedUntil = await mutedUntil(ctx.db, held.approver_id, held.wallet_address)
  const { reminders, wait_seconds: remindAfterSeconds } = await recentMails(ctx.db, transactionId)
  return {
    heldAt: held.held_at,
    remindedAt: mails.flatMap((mail) =>
      mail.kind === 'reminder' && mail.sent_at !== null ? [mail.sent_at] : [],
    ),
    notification: {
      state: held.notified_at === null ? stateOf(mails) : 'sent',
      ...(silencedUntil === undefined ? {} : { silencedUntilDatetime: silencedUntil.toISOString() }),
      remindersLeft: Math.max(0, REMINDERS_MAX - reminders),
      remindAfterSeconds: Math.max(0, remindAfterSeconds),
    },
  }
}

function readMails(ctx: Pick<Context, 'db'>, approverId: string, transactionId: string) {
  return ctx.db
    .selectFrom('approver_mails')
    .select(['kind', 'sent_at', 'given_up_at'])
    .where('approver_id', '=', approverId)
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at')
    .execute()
}

/** Of what nobody was told yet. */
function stateOf(mails: readonly { given_up_at: Date | null }[]): HeldNotification['state'] {
  if (mails.length === 0) return 'withheld'
  return mails.every((mail) => mail.given_up_at !== null) ? 'failed' : 'queued'
}
