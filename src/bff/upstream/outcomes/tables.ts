import type { ColumnType } from 'kysely'
import type { OutcomeSource } from '#protocol/hosted-upstream.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'

/** The BFF's record of outcomes at a hosted service. Times are the BFF's. */
export type OutcomeTables = {
  /** One row for each organization with a hosted service: its webhook, and each source's last contact. */
  bff_hosted_upstream: {
    organization_id: string
    /** The last part of the webhook's address: unguessable, but not a secret that authorizes anything. */
    hook_id: string
    /** AES-256-GCM, bound to this row and column. */
    secret_sealed: string | null
    secret_set_at: Date | null
    webhook_heard_at: Date | null
    polling_heard_at: Date | null
    polling_lacks_at: Date | null
    clock_used_at: Date | null
  }
  /** The held transactions executed through this BFF: the signed call and its last known state. */
  bff_hosted_transaction: {
    organization_id: string
    transaction_uuid: string
    wallet_address: string
    digest: string
    to_address: string
    value: string
    data: string
    expiration: string
    fee: string
    fee_coin_address: string
    fee_withdraw_address: string
    held_at: Date
    deadline: Date
    status: TransactionState
    transaction_hash: string | null
    reason: string | null
    learnt_from: OutcomeSource
    learnt_at: Date
    /** When the service is polled again; null for never. */
    next_look_at: Date | null
    looks: number
  }
  /** Every observed outcome once: by the id of the webhook, or one of our own. */
  bff_hosted_event: {
    organization_id: string
    id: string
    /** Its number in the order of delivery to open screens; null when it changed nothing. */
    sequence: ColumnType<string | number | bigint | null, number | null, number | null>
    source: OutcomeSource
    transaction_uuid: string
    status: TransactionState
    transaction_hash: string | null
    reason: string | null
    occurred_at: Date
    received_at: Date
  }
  /** One row: the highest sequence. Locked until the commit of the next one, so that none comes late. */
  bff_hosted_sequence: {
    id: number
    last: ColumnType<string | number | bigint, number, number | bigint | string>
  }
}
