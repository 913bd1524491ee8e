import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Requester } from '#protocol/requester.ts'
import type { Bypassed, TransactionState } from '#protocol/transaction-states.ts'

export type Watch = 'unread' | 'followed'

/** The requester, with the API key's id. */
export type StoredRequester = Omit<Requester, 'apiKey'> & { keyId: string }

export type LedgerTables = {
  /**
   * One row per digest. The call's columns are the exact signed values, stored once. Display, hold and
   * execution read only these columns. Addresses are in lower case, amounts decimal. Only this folder writes
   * the table (`one-writer.test.ts`).
   */
  transactions: {
    /** The `transactionUuid`. */
    id: string
    organization_id: string
    wallet_address: Address
    /** Unique, because the digest is the replay key (profile 3). */
    digest: Hex
    state: TransactionState
    /** The state unless it is SUBMITTED or CONFIRMED. Otherwise null. For indexes; maintained by the database. */
    rare_state: GeneratedAlways<Exclude<TransactionState, 'SUBMITTED' | 'CONFIRMED'> | null>
    to_address: Address
    /** Wei. */
    value: string
    data: Hex
    /**
     * The kind of the call for the filter of lists, derived from the called function. Maintained by the
     * database.
     */
    call_kind: GeneratedAlways<string>
    /** Unix seconds. */
    expiration: string
    /** Base units of the fee coin. */
    fee: string
    fee_coin_address: Address
    fee_withdraw_address: Address
    /** The passkey signature as submitted (profile 4), in half the bytes of its hex text. See `readSignature`. */
    signature: Uint8Array
    /**
     * The passkey that made `signature`: its slot when the signature was accepted, and its coordinates in 64
     * lower-case hex digits. The slot may belong to another key now. Null in rows of earlier versions and of
     * executions by another party.
     */
    key_number: number | null
    key_qx: string | null
    key_qy: string | null
    /** The relayed transaction, once SUBMITTED. */
    relayed_id: string | null
    /** The newest attempt's hash, or the mined one's once CONFIRMED. */
    transaction_hash: Hex | null
    block_number: string | null
    /** Block of the event that decided the outcome. Null if the relayer's receipt decided it. */
    block_hash: ColumnType<Hex | null, Hex | null | undefined, Hex | null>
    /** The reason why it FAILED, and further facts about an outcome. */
    reason: string | null
    /**
     * Whether an event of the wallet may still change the state, and how the event is found (ADR 0010). `unread`:
     * the wallet must be read for an event. `followed`: the logs of later blocks would contain an event. Null if no
     * event can occur, or if the relayer's receipt comes first.
     */
    watch: ColumnType<Watch | null, Watch | null | undefined, Watch | null>
    /**
     * The checks that its execution bypassed. Null if it bypassed none. The value stays when the chain removes the
     * block, because the next execution bypasses the same checks.
     */
    bypassed: ColumnType<Bypassed | null, Bypassed | null | undefined, Bypassed | null>
    /** Whether the service found the execution on the chain without a request to execute it. */
    outside: Generated<boolean>
    /** Written once, with the row. Null if unknown. */
    requested_by: ColumnType<StoredRequester | null, undefined, never>
    created_at: Date
    updated_at: Date
  }
  /** One row per SUBMITTED transaction. Maintained by triggers of `transactions`. */
  submitted_transactions: {
    organization_id: string
    created_at: Date
    transaction_id: string
  }
}
