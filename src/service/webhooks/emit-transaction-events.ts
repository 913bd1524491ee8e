import { sql, type RawBuilder } from 'kysely'
import type { EventType, LiveEventType } from '#shared/org/events.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { notification } from '#service/db/notifications.ts'
import { newEventId } from './event-id.ts'

export type TransactionEvent = { type: Extract<EventType | LiveEventType, `transaction.${string}`>; at: Date }
export type MovedTransactions = { ids: readonly string[] } | { relayedIds: readonly string[] }

/**
 * Stores the events of transactions that have just moved, told from their rows and their wallets', in the
 * database transaction of the move. One statement for all of them, whether or not anybody listens.
 */
export async function emitTransactionEvents(
  trx: Transaction | Database,
  event: TransactionEvent & { which: MovedTransactions },
): Promise<void> {
  const chosen =
    'ids' in event.which
      ? sql`id = any(${event.which.ids}::uuid[])`
      : sql`relayed_id = any(${event.which.relayedIds}::uuid[])`
  const moved = sql`(select * from transactions where ${chosen})`
  await sql`
    with stored as (${insertTransactionEvents(moved, event)})
    select ${outboxNotification} from stored`.execute(trx)
}

/**
 * SQL that stores the events of `moved`, a relation with the columns of `transactions`; returns their
 * organizations. For a statement that moves them itself; it notifies by `outboxNotification`.
 */
export function insertTransactionEvents(
  moved: RawBuilder<unknown>,
  event: TransactionEvent,
): RawBuilder<unknown> {
  return sql`
    insert into events (id, organization_id, type, occurred_at, data)
    select ${newEventId}, moved.organization_id, ${event.type}, ${event.at}, json_strip_nulls(json_build_object(
      'transactionUuid', moved.id, 'walletAddress', moved.wallet_address,
      'externalUserId', nullif(wallet.external_user_id, ''), 'status', moved.state, 'digest', moved.digest,
      'transactionHash', moved.transaction_hash, 'reason', moved.reason))
    from ${moved} as moved
    left join wallets as wallet on wallet.address = moved.wallet_address and wallet.status <> 'failed'
    returning organization_id`
}

/** SQL that wakes, with the commit, whoever delivers the stored events of `organization_id`. */
export const outboxNotification = notification('outbox', sql`organization_id::text`)
