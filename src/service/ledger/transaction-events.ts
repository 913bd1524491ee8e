import { sql, type RawBuilder } from 'kysely'
import type { Address } from 'viem'
import type { EventType, LiveEventType } from '#protocol/org/events.ts'
import type { Transaction, Database } from '#service/db/database.ts'
import { outboxNotification, newEventId } from '#service/webhooks/emit-event.ts'

type TransactionEvent = {
  type: Extract<EventType | LiveEventType, `transaction.${string}`>
  at: Date | RawBuilder<Date>
}

/**
 * Stores an event of a transaction whose state stays, with its row's and its wallet's values, in the database transaction
 * that makes the change. A change of the state stores its own event (`updateAndEmit`).
 */
export async function emitTransactionEvent(
  trx: Transaction,
  id: string,
  event: TransactionEvent,
): Promise<void> {
  const transaction = sql`(select * from transactions where id = ${id}::uuid)`
  await sql`
    with stored as (${insertTransactionEvents(transaction, event)})
    select ${outboxNotification} from stored`.execute(trx)
}

/**
 * SQL that stores the events of a relation with the columns of `transactions`, which is `changed` in `event.at`; returns
 * their organizations. Callers notify by `outboxNotification`.
 */
function insertTransactionEvents(
  changed: RawBuilder<unknown>,
  { type, at }: TransactionEvent,
): RawBuilder<unknown> {
  return sql`
    insert into events (id, organization_id, type, occurred_at, data)
    select ${newEventId}, changed.organization_id, ${type}, ${at}, json_strip_nulls(json_build_object(
      'transactionUuid', changed.id, 'walletAddress', changed.wallet_address,
      'externalUserId', nullif(wallet.external_user_id, ''), 'status', changed.state, 'digest', changed.digest,
      'transactionHash', changed.transaction_hash, 'reason', changed.reason))
    from ${changed} as changed
    left join wallets as wallet on wallet.address = changed.wallet_address and wallet.status <> 'failed'
    returning organization_id`
}

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
