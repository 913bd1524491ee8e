import type { ColumnType, Generated } from 'kysely'
import type { Address, Hex } from 'viem'

/**
 * The purpose of a relayed transaction. Its module handles the outcome. `deployment`: contracts of the
 * service itself. `repair`: only uses a nonce that has no row. `bundle`: carries the calls of other rows.
 */
export type RelayPurpose = 'wallet' | 'transaction' | 'sandbox' | 'deployment' | 'repair' | 'bundle'

/** `signed`: stored and pending. The others are final: mined deep enough, or known never to succeed. */
export type RelayedStatus = 'signed' | 'confirmed' | 'failed'

export type AttemptKind = 'call' | 'cancel'

/** Null until the value is known. */
export type SetLater<Value> = ColumnType<Value | null, undefined, Value | null>

export type RelayerTables = {
  /** One row per key and chain: the nonce of the next transaction, read under the row's lock. */
  relayer_lanes: {
    chain_id: number
    address: Address
    next_nonce: number
    created_at: Generated<Date>
  }
  /** One row per assigned nonce, and one per call in a bundle. Addresses are in lower case. */
  relayed_transactions: {
    id: string
    chain_id: number
    from_address: Address
    nonce: number
    purpose: RelayPurpose
    to_address: Address
    /** Wei, as a decimal string. */
    value: string
    data: Hex
    gas_limit: number
    status: RelayedStatus
    /** The newest attempt's hash. Once settled, the hash that was mined. */
    hash: Hex
    /** Decimal. Set when mined. */
    block_number: SetLater<string>
    /** Reason of the failure. */
    reason: SetLater<string>
    /** Time since which the pool has rejected the transaction. Null if the pool does not reject it. */
    refused_since: SetLater<Date>
    /** The last message of a node that did not accept the transaction. The message stays after a later acceptance. */
    refusal: SetLater<string>
    created_at: Date
    /** Time at which the newest attempt was signed. The time after which a transaction counts as stuck begins here. */
    attempted_at: Date
    settled_at: SetLater<Date>
    /** Hash of the block that mined it. Another hash at that height means a reorg. */
    block_hash: SetLater<Hex>
    /**
     * The organization whose gas budget pays, and the UTC day, as `YYYY-MM-DD`. Null for the service's own
     * transactions.
     */
    organization_id: string | null
    gas_day: string | null
    /**
     * Maximum cost in wei of its most expensive attempt. Null in rows stored by versions that did not count
     * gas.
     */
    reserved_wei: string | null
    /** Actual cost in wei, once settled. */
    cost_wei: SetLater<string>
    /** Gas used and wei per gas, once settled. Null in rows of older versions, which did not store them. */
    gas_used: SetLater<string>
    gas_price: SetLater<string>
    /**
     * The transaction that carries this call with others, and the position of the call in it. `nonce` and `hash` are
     * those of that transaction. Null if the call is sent alone.
     */
    bundle_id: string | null
    bundle_position: number | null
  }
  /**
   * One row per open transaction that is not in a bundle, for queries of what is open. Maintained by triggers of
   * `relayed_transactions`.
   */
  open_relayed_transactions: {
    chain_id: number
    from_address: Address
    nonce: number
    relayed_id: string
  }
  /**
   * Every signed attempt of a relayed transaction that is not in a bundle: the first one, and replacements with
   * higher fees.
   */
  relayer_attempts: {
    hash: Hex
    relayed_id: string
    raw: Hex
    /** `cancel`: uses the nonce of a transaction that the pool rejects for good. */
    kind: AttemptKind
    /** Wei per gas, as decimal strings. Both are the gas price on chains without EIP-1559. */
    max_fee_per_gas: string
    max_priority_fee_per_gas: string
    created_at: Date
  }
  /** An organization's own gas budget; null means no limit. Without a row the deployment's default applies. */
  gas_budgets: {
    organization_id: string
    wei_per_day: string | null
    updated_at: Date
  }
  /** An organization's use of a UTC day's budget: paid gas, and gas reserved for open transactions. */
  gas_spending: {
    organization_id: string
    day: string
    spent_wei: string
  }
  /** The factory of each chain, stored forever: another factory would change every predicted address. */
  chain_factories: {
    chain_id: number
    address: Address
    created_at: Generated<Date>
  }
}
