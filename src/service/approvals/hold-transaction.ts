import { sql } from 'kysely'
import { HELD_MARGIN_SECONDS, HELD_OPEN_SECONDS } from '#shared/baas/limits.ts'
import type { Context } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { serviceError } from '#service/http/service-error.ts'
import { emitTransactionEvents } from '#service/webhooks/emit-transaction-events.ts'
import { drawNumbers } from './draw-numbers.ts'
import { isMuted } from './mute-wallet.ts'
import { queueNotice } from './queue-notice.ts'

export type Hold = {
  transactionId: string
  approverId: string
  walletAddress: string
  /** Unix seconds: until when the signed call itself is valid. */
  expiration: bigint
  /** Stores the transaction's own row as PENDING_USER_APPROVAL; `false` when its digest is stored already. */
  store: (trx: Transaction) => Promise<boolean>
}

/**
 * Holds a checked transaction for its end-user: it stays open for 15 minutes or until 60 s before its
 * expiration, whichever is sooner, and the person is told by mail and push after the commit.
 *
 * @throws APPROVAL_TIME_TOO_SHORT when that moment has passed already
 * @throws CONFLICT when the digest is stored already
 */
export async function holdTransaction(ctx: Pick<Context, 'db'>, hold: Hold): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { deadline, heldAt } = await readDeadline(trx, hold.expiration)
    if (!(await hold.store(trx))) throw serviceError('CONFLICT', 'This transaction is stored already')
    await trx
      .insertInto('held_transactions')
      .values({
        transaction_id: hold.transactionId,
        approver_id: hold.approverId,
        deadline,
        ...drawNumbers(),
      })
      .execute()
    const which = { ids: [hold.transactionId] }
    await emitTransactionEvents(trx, { type: 'transaction.held', at: heldAt, which })
    if (await isMuted(trx, hold.approverId, hold.walletAddress)) return
    await queueNotice(trx, { approverId: hold.approverId, kind: 'held', transactionId: hold.transactionId })
  })
}

async function readDeadline(trx: Transaction, expiration: bigint): Promise<{ deadline: Date; heldAt: Date }> {
  const read = await sql<{ deadline: Date; is_open: boolean; held_at: Date }>`
    select deadline, deadline > service_now() as is_open, service_now() as held_at from (
      select least(
        service_now() + ${HELD_OPEN_SECONDS}::integer * interval '1 second',
        to_timestamp((${expiration.toString()}::numeric - ${HELD_MARGIN_SECONDS}::integer)::double precision)
      ) as deadline
    ) as computed`.execute(trx)
  const [row] = read.rows
  if (row === undefined || !row.is_open) throw serviceError('APPROVAL_TIME_TOO_SHORT')
  return { deadline: row.deadline, heldAt: row.held_at }
}
