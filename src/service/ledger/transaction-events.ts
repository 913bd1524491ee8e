import { sql, type RawBuilder } from 'kysely'
import type { EventType, LiveEventType } from '#protocol/org/events.ts'
import type { Transaction } from '#service/db/database.ts'
import { outboxNotification, newEventId } from '#service/webhooks/emit-event.ts'

export type TransactionEvent = {
  type: Extract<EventType | LiveEventType, `transaction.${string}`>
  at: Date | RawBuilder<Date>
}

/**
 * Stores an event of a transaction whose state stays, told from its row and its wallet's, in the database transaction
 * that changes what it tells of. What changes the state tells it itself (`update-and-emit.ts`).
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
 * their organizations. Whoever runs it notifies by `outboxNotification`.
 */
export function insertTransactionEvents(
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
