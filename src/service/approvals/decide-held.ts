import { sql } from 'kysely'
import type { Context } from '#service/context.ts'
import { notify } from '#service/db/notifications.ts'
import { moveTransactions } from '#service/ledger/move-transactions.ts'
import { databaseNow } from './database-clock.ts'
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
    const [row] = await moveTransactions(trx, {
      to: outcome.state,
      at: databaseNow,
      joined: sql`held_transactions as held`,
      which: sql`transactions.id = ${transactionId}::uuid and held.transaction_id = transactions.id
        and held.approver_id = ${approverId}::uuid and held.deadline > service_now()`,
      set: { reason: outcome.reason ?? null },
    })
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
    if (outcome.state === 'APPROVED') await notify(trx, 'approved', transactionId)
    return true
  })
}
