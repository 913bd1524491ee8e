import { sql } from 'kysely'
import { HELD_MARGIN_SECONDS, HELD_OPEN_SECONDS } from '#protocol/baas/limits.ts'
import type { Context } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { insertHeld, type NewTransaction } from '#service/ledger/insert-transactions.ts'
import { drawNumbers } from './draw-numbers.ts'
import { isMuted } from './mute-wallet.ts'
import { queueNotice } from './queue-notice.ts'

/**
 * Holds a checked transaction for its end-user: it stays open for 15 minutes or until 60 s before its
 * expiration, whichever is sooner, and the person is told by mail and push after the commit.
 *
 * @throws APPROVAL_TIME_TOO_SHORT when that moment has passed already
 * @throws CONFLICT when the digest is stored already
 */
export async function holdTransaction(
  ctx: Pick<Context, 'db'>,
  transaction: NewTransaction,
  approverId: string,
): Promise<void> {
  const { id, call } = transaction
  await ctx.db.transaction().execute(async (trx) => {
    const deadline = await readDeadline(trx, call.expiration)
    await insertHeld(trx, transaction)
    await trx
      .insertInto('held_transactions')
      .values({ transaction_id: id, approver_id: approverId, deadline, ...drawNumbers() })
      .execute()
    if (await isMuted(trx, approverId, call.walletAddress)) return
    await queueNotice(trx, { approverId, kind: 'held', transactionId: id })
  })
}

/** `expiration`: Unix seconds, until when the signed call itself is valid. */
async function readDeadline(trx: Transaction, expiration: bigint): Promise<Date> {
  const read = await sql<{ deadline: Date; is_open: boolean }>`
    select deadline, deadline > service_now() as is_open from (
      select least(
        service_now() + ${HELD_OPEN_SECONDS}::integer * interval '1 second',
        to_timestamp((${expiration.toString()}::numeric - ${HELD_MARGIN_SECONDS}::integer)::double precision)
      ) as deadline
    ) as computed`.execute(trx)
  const [row] = read.rows
  if (row === undefined || !row.is_open) throw apiError('APPROVAL_TIME_TOO_SHORT')
  return row.deadline
}
