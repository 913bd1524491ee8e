import type { ColumnType, Generated } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Bypassed } from '#protocol/transaction-states.ts'
import type { AuthorityKind } from '#service/chain/authority-events.ts'

export type ExecutionTables = {
  /** The final block of a chain up to which the wallets' events for the followed digests are read. */
  outcome_cursors: {
    chain_id: number
    /** Block number, as a decimal string. */
    block_number: string
    block_hash: Hex
  }
  /**
   * Executions of the service's wallets, found on the chain, that bypassed an approval or a policy and whose call
   * could not be read.
   */
  unread_executions: {
    digest: Hex
    organization_id: string
    wallet_address: Address
    transaction_hash: Hex
    /** Block number, as a decimal string. */
    block_number: string
    block_hash: Hex
    bypassed: Bypassed
    /** True until no reorg can remove its block. */
    followed: Generated<boolean>
    found_at: Date
  }
  /** Co-signatures that the service added to a stored transaction. */
  co_signatures: {
    transaction_id: string
    /** Null until the remote signer has made it. */
    co_signature: Hex | null
    /**
     * Time at which another process takes over an approved, unsent transaction. A process that sends it first
     * moves this time ahead.
     */
    send_after: Date
  }
  /** Changes of keys and co-signers that the wallets reported on the chain. A reorg does not delete rows. */
  wallet_authority_events: {
    wallet_address: Address
    transaction_hash: Hex
    /** Topics and data of the log. */
    log: string
    organization_id: string
    kind: AuthorityKind
    /** Unix time in seconds, as a decimal string: when the removal that this event started or delayed takes effect. */
    removal_ends_at: string | null
    /** Whether the removal has taken effect or is void. */
    removal_is_over: Generated<boolean>
    found_at: Date
  }
  /** Time at which each passkey of a wallet last signed a message that the service accepted. */
  message_key_uses: {
    wallet_address: Address
    qx: string
    qy: string
    used_at: Date
  }
  /** Every key that ever signed receipts. All are published, so that old receipts can be verified. */
  receipt_keys: {
    /** Id of the key (`receiptKeyId`). */
    id: string
    /** 32 bytes, base64url. */
    public_key: string
    created_at: Generated<Date>
  }
  /** Final UTC days of an organization, counted once, and hours of days that can still change (`usage-days.ts`). */
  usage_days: {
    organization_id: string
    day: string
    counts: ColumnType<unknown, string | null, string | null>
    hours: ColumnType<unknown, string, string>
  }
}
