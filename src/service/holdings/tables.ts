import type { GeneratedAlways } from 'kysely'
import type { Address, Hex } from 'viem'
import type { TokenStandard } from '#protocol/token-functions.ts'
import type { Collectible } from '#protocol/wallets.ts'
import type { PictureType } from './picture-kind.ts'

export type EventKind = 'transfer' | 'approval' | 'operator'

/**
 * The claim of a log about a wallet, which the chain must confirm before it is returned: that the wallet has units
 * of a coin, an item of a collection or units of a multi-token; that a spender has an allowance or the permission
 * for one item; that an operator has the permission for all items.
 */
export type ClaimKind = 'coin' | 'collectible' | 'multiToken' | 'allowance' | 'itemApproval' | 'operator'

/** Block numbers are decimal, addresses in lower case, amounts and token ids decimal. */
export type HoldingTables = {
  /** One row per chain: how far its logs are read. */
  holding_indexes: {
    chain_id: number
    /** The first block that can concern this deployment. */
    start_block: string
    /** The first block that is not read yet. */
    next_block: string
  }
  /** The newest blocks that were read. Another hash at the same height means a reorganization. */
  holding_blocks: {
    chain_id: number
    number: string
    hash: Hex
  }
  /** The followed wallets. Blocks before `live_from` are read for each wallet separately. */
  holding_wallets: {
    chain_id: number
    address: Address
    /** The first block that is not read yet for this wallet, while it is below `live_from`. */
    next_block: string
    /** From this block on, the wallet is read together with all others. */
    live_from: string
  }
  /** One row per wallet that an event of a token concerns. */
  holding_events: {
    chain_id: number
    wallet_address: Address
    block_number: string
    log_index: number
    /** Position within a batch, else 0. */
    item_index: number
    kind: EventKind
    /** Null for a grant to an operator, whose event is the same in both standards. */
    standard: TokenStandard | null
    token_address: Address
    /** The sender, or the granting owner. */
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
    /** Token id, spender or operator. Empty for a coin. */
    item: string
    /** Whether the claim still holds according to its newest log. */
    open: boolean
    /** Block of the newest log about the claim. */
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
