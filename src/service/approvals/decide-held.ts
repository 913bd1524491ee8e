import { sql } from 'kysely'
import { EVENT_OF_STATE } from '#shared/org/events.ts'
import type { Context } from '#service/context.ts'
import { notify } from '#service/db/notifications.ts'
import { emitTransactionEvents } from '#service/webhooks/emit-transaction-events.ts'
import { muteWallet } from './mute-wallet.ts'

/** How a person decided; `reason` is told to the organization. */
export type Outcome =
  | { state: 'APPROVED'; reason?: undefined; reported?: undefined }
  | { state: 'REJECTED'; reason: string; reported: boolean }

export type HeldDecision = {
  transactionId: string
  approverId: string
  /** The credential that signed. */
  decidedWith: string
  outcome: Outcome
}

/**
 * Decides a held transaction, once: one conditional update, by the database's clock, settles between all
 * decisions and the expiry. The event is stored in the same database transaction, and who sends approved
 * transactions is woken with the commit. Answers whether this decision was the one.
 */
export async function decideHeld(ctx: Pick<Context, 'db'>, decision: HeldDecision): Promise<boolean> {
  const { transactionId, approverId, outcome } = decision
  return ctx.db.transaction().execute(async (trx) => {
    const moved = await sql<{ wallet_address: string; updated_at: Date }>`
      update transactions
      set state = ${outcome.state}, reason = ${outcome.reason ?? null}, updated_at = service_now()
      from held_transactions as held
      where transactions.id = ${transactionId}::uuid and held.transaction_id = transactions.id
        and held.approver_id = ${approverId}::uuid
        and transactions.state = 'PENDING_USER_APPROVAL' and held.deadline > service_now()
      returning transactions.wallet_address, transactions.updated_at`.execute(trx)
    const [row] = moved.rows
    if (row === undefined) return false
    const reported = outcome.reported ?? false
    await trx
      .updateTable('held_transactions')
      .set({
        decided_at: row.updated_at,
        decided_with: decision.decidedWith,
        approved: outcome.state === 'APPROVED',
        reported,
      })
      .where('transaction_id', '=', transactionId)
      .execute()
    if (reported) await muteWallet(trx, approverId, row.wallet_address)
    const type = EVENT_OF_STATE[outcome.state]
    await emitTransactionEvents(trx, { type, at: row.updated_at, which: { ids: [transactionId] } })
    if (outcome.state === 'APPROVED') await notify(trx, 'approved', transactionId)
    return true
  })
}
