import { sql, type RawBuilder } from 'kysely'
import type { Address } from 'viem'
import type { Database, Transaction } from '#service/db/database.ts'
import { outboxNotification } from '#service/webhooks/emit-event.ts'
import { insertTransactionEvents, type TransactionEvent } from './transaction-events.ts'

export type ChangedTransaction = { id: string; wallet_address: Address; updated_at: Date }

/**
 * Changes rows of `transactions` and stores the event of each, at the time that the row was changed, in one statement:
 * both are committed, or neither. `change` is an insert or an update that returns whole rows; without `type` there is no event.
 */
export async function updateAndEmit(
  trx: Database | Transaction,
  change: RawBuilder<unknown>,
  type: TransactionEvent['type'] | undefined,
): Promise<ChangedTransaction[]> {
  const answered = sql`id, wallet_address, updated_at`
  if (type === undefined) {
    return run(trx, sql<ChangedTransaction>`with changed as (${change}) select ${answered} from changed`)
  }
  const emitted = insertTransactionEvents(sql`changed`, { type, at: sql`changed.updated_at` })
  return run(
    trx,
    sql<ChangedTransaction>`with changed as (${change}), emitted as (${emitted}) select ${answered}, ${outboxNotification} from changed`,
  )
}

async function run(
  trx: Database | Transaction,
  statement: RawBuilder<ChangedTransaction>,
): Promise<ChangedTransaction[]> {
  return (await statement.execute(trx)).rows
}
