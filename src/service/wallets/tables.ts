import type { Generated, GeneratedAlways } from 'kysely'

/** `submitted`: the deployment is signed and stored. `failed` frees the address for another creation. */
export type WalletStatus = 'submitted' | 'deployed' | 'failed'

export type WalletTables = {
  wallets: {
    id: string
    organization_id: string
    /** Lower case. Unique among wallets that have not failed. */
    address: string
    /** The public key of the passkey at creation: x and y, 64 lower-case hex digits each. */
    qx: string
    qy: string
    rp_id_hash: string
    label: string
    external_user_id: string
    external_user_label: string
    /** The email address to which the code was sent. It is the wallet's verified email address. */
    email: string
    /**
     * The service only stores this address. It takes effect by a passkey-signed call of the wallet to itself
     * (profile 2).
     */
    backup_address: string | null
    with_fee: boolean
    status: WalletStatus
    /**
     * The relayed deployment, and its transaction hash: the hash of the newest attempt, then of the mined one. Both
     * may be null if the wallet was adopted, like the two columns after them.
     */
    relayed_id: string | null
    transaction_hash: string | null
    verification_id: string | null
    /** HMAC of the creation request. Recognizes a repeated request after a crash. */
    creation_hmac: string | null
    /** Time at which the response to the creation was sent. Null after a crash before the response. */
    answered_at: Date | null
    created_at: Date
    deployed_at: Date | null
    /** The texts in which `q` searches, in lower case, one per line. Maintained by the database. */
    search_text: GeneratedAlways<string>
  }
  /** Deployments that have to be searched on a chain, after a restore or a lossy failover. */
  deployment_searches: {
    chain_id: number
    /** The block's number as decimal text. */
    next_block: string
    /** Time until which new blocks are searched: an hour by default. */
    search_until: Generated<Date>
  }
}
