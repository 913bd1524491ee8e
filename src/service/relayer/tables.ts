import type { ColumnType, Generated } from 'kysely'
import type { Address, Hex } from 'viem'

/**
 * What a relayed transaction serves; its module reacts to the outcome. `deployment`: contracts of the service itself. `repair`:
 * does nothing but use up a nonce that no other row explains. `bundle`: carries the calls of other rows.
 */
export type RelayPurpose = 'wallet' | 'transaction' | 'sandbox' | 'deployment' | 'repair' | 'bundle'

/** `signed`: stored, on its way. The others are final: mined and deep enough, or known never to do what it should. */
export type RelayedStatus = 'signed' | 'confirmed' | 'failed'

export type AttemptKind = 'call' | 'cancel'

/** Null until it is known. */
export type SetLater<Value> = ColumnType<Value | null, undefined, Value | null>

export type RelayerTables = {
  /** One row for each key and chain: the nonce that the next transaction takes, under the row's lock. */
  relayer_lanes: {
    chain_id: number
    address: Address
    next_nonce: number
    created_at: Generated<Date>
  }
  /** One row for each nonce that was given out, and one for each call in a bundle. Addresses in lower case. */
  relayed_transactions: {
    id: string
    chain_id: number
    from_address: Address
    nonce: number
    purpose: RelayPurpose
    to_address: Address
    /** Wei, decimal. */
    value: string
    data: Hex
    gas_limit: number
    status: RelayedStatus
    /** The newest attempt's hash; once settled, the hash that was mined. */
    hash: Hex
    /** Decimal; set when mined. */
    block_number: SetLater<string>
    /** Why it failed. */
    reason: SetLater<string>
    /** Since when the pool refuses it; null while it does not. */
    refused_since: SetLater<Date>
    /** The last words with which a node did not take it. They stay after it was taken. */
    refusal: SetLater<string>
    created_at: Date
    /** When the newest attempt was signed: what "stuck" is counted from. */
    attempted_at: Date
    settled_at: SetLater<Date>
    /** Hash of the block it was mined in: another hash at that height means a reorganization. */
    block_hash: SetLater<Hex>
    /** Who pays for it out of a gas budget, and from which UTC day's, `YYYY-MM-DD`; null for the service's own. */
    organization_id: string | null
    gas_day: string | null
    /** Wei that the dearest of its attempts may cost; null in rows from before gas was counted. */
    reserved_wei: string | null
    /** Wei that it did cost, once settled. */
    cost_wei: SetLater<string>
    /** Gas that it used and wei that each of it cost, once settled; null in rows from before they were stored. */
    gas_used: SetLater<string>
    gas_price: SetLater<string>
    /** The transaction that carries this call with others, whose nonce and hash these are, and its place there; null when it goes alone. */
    bundle_id: string | null
    bundle_position: number | null
  }
  /** Every signed form of a relayed transaction that goes by itself: the first, and those that replaced it with higher fees. */
  relayer_attempts: {
    hash: Hex
    relayed_id: string
    raw: Hex
    /** `cancel`: uses up the nonce of a transaction that the pool refuses for good. */
    kind: AttemptKind
    /** Wei per gas, decimal; both are the gas price on chains without EIP-1559. */
    max_fee_per_gas: string
    max_priority_fee_per_gas: string
    created_at: Date
  }
  /** An organization's own gas budget; null is no limit. Without a row the deployment's default holds. */
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
  /** The factory of each chain, stored for ever: another factory would move every predicted address. */
  chain_factories: {
    chain_id: number
    address: Address
    created_at: Generated<Date>
  }
}
