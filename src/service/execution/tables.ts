import type { ColumnType, Generated } from 'kysely'
import type { Hex } from 'viem'

export type ExecutionTables = {
  /** Up to which final block of a chain the wallets' events for the followed digests are read. */
  outcome_cursors: {
    chain_id: number
    /** Decimal. */
    block_number: string
    block_hash: Hex
  }
  /** Every key that receipts were ever signed with: published, so that old receipts can be checked. */
  receipt_keys: {
    /** Of the key (`receiptKeyId`). */
    id: string
    /** 32 bytes, base64url. */
    public_key: string
    created_at: Generated<Date>
  }
  /** UTC days of an organization that can change no more, counted once, and hours of those that can (`usage-days.ts`). */
  usage_days: {
    organization_id: string
    day: string
    counts: ColumnType<unknown, string | null, string | null>
    hours: ColumnType<unknown, string, string>
  }
}
