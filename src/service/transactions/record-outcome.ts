import type { Clock } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import type { RelayOutcome } from '#service/relayer/relay.ts'
import { moveTransaction } from './store-transaction.ts'

/** Notes how an execution ended and tells of it, in the database transaction that records the relayer's outcome. */
export async function recordTransactionOutcome(
  clock: Clock,
  trx: Transaction,
  outcome: RelayOutcome,
): Promise<void> {
  const { hash, blockNumber } = outcome
  await moveTransaction(
    trx,
    { relayed_id: outcome.id },
    {
      to: outcome.status === 'confirmed' ? 'CONFIRMED' : 'FAILED',
      now: clock.now(),
      set: {
        transaction_hash: hash,
        ...(blockNumber === undefined ? {} : { block_number: blockNumber.toString() }),
        ...(outcome.status === 'failed' ? { reason: outcome.reason } : {}),
      },
    },
  )
}
