import type { GeneratedAlways } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Collectible } from '#protocol/wallets.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import type { PictureType } from './picture-kind.ts'

export type EventKind = 'transfer' | 'approval' | 'operator'

/**
 * What a log claims of a wallet, to be confirmed by the chain before it is answered: that it has units of a
 * coin, an item of a collection, units of a multi-token; that a spender has an allowance or the right over one
 * item; that an operator has the right over all.
 */
export type ClaimKind = 'coin' | 'collectible' | 'multiToken' | 'allowance' | 'itemApproval' | 'operator'

/** Block numbers are decimal, addresses in lower case, amounts and token ids decimal. */
export type HoldingTables = {
  /** One row for each chain: how far its logs are read. */
  holding_indexes: {
    chain_id: number
    /** Nothing before it concerns this deployment. */
    start_block: string
    /** The first block that is not read. */
    next_block: string
  }
  /** The newest blocks that were read: another hash at the same height means a reorganization. */
  holding_blocks: {
    chain_id: number
    number: string
    hash: Hex
  }
  /** The wallets that are followed. Blocks before `live_from` are read for the wallet by itself. */
  holding_wallets: {
    chain_id: number
    address: Address
    /** The first block that is not read for this wallet, as long as it is below `live_from`. */
    next_block: string
    /** From here on the wallet is read together with all others. */
    live_from: string
  }
  /** One row for each wallet that an event of a token concerns. */
  holding_events: {
    chain_id: number
    wallet_address: Address
    block_number: string
    log_index: number
    /** Position within a batch; 0 otherwise. */
    item_index: number
    kind: EventKind
    /** Null for a grant to an operator, which looks alike for collections of both standards. */
    standard: TokenStandard | null
    token_address: Address
    /** The sender, or the owner who grants. */
    from_address: Address
    /** The receiver, the spender or the operator. */
    to_address: Address
    token_id: string | null
    amount: string | null
    approved: boolean | null
    transaction_hash: Hex
    mined_at: Date
  }
  holding_claims: {
    /** The order in which claims were found. */
    id: GeneratedAlways<string>
    chain_id: number
    wallet_address: Address
    kind: ClaimKind
    token_address: Address
    /** Token id, spender or operator; empty for a coin. */
    item: string
    /** False when the newest log ended it. */
    open: boolean
    /** The newest log about it. */
    block_number: string
    log_index: number
    item_index: number
  }
  /** Metadata of items, and the pictures; valid until `stale_at`. */
  holding_pictures: {
    chain_id: number
    token_address: Address
    token_id: string
    name: string
    description: string
    media_type: PictureType | null
    bytes: Uint8Array | null
    problem: NonNullable<Collectible['problem']> | null
    fetched_at: Date
    stale_at: Date
  }
}
