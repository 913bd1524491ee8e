import type { GeneratedAlways } from 'kysely'

/** `submitted`: the deployment is signed and stored. `failed` frees the address for another creation. */
export type WalletStatus = 'submitted' | 'deployed' | 'failed'

export type WalletTables = {
  wallets: {
    id: string
    organization_id: string
    /** Lower case. Unique among wallets that have not failed. */
    address: string
    /** The key at creation: 64 lower-case hex digits each. */
    qx: string
    qy: string
    rp_id_hash: string
    label: string
    external_user_id: string
    external_user_label: string
    /** The address the code was sent to: the wallet's verified email. */
    email: string
    /** Stored only; it takes effect by a passkey-signed call of the wallet to itself (profile 2). */
    backup_address: string | null
    with_fee: boolean
    status: WalletStatus
    /** The relayed deployment, and its transaction hash (the newest attempt's, then the mined one's). */
    relayed_id: string
    transaction_hash: string
    verification_id: string
    /** HMAC of the creation request: recognizes the same creation repeated after a crash. */
    creation_hmac: string
    /** When the creation was answered; null after a crash in between. */
    answered_at: Date | null
    created_at: Date
    deployed_at: Date | null
    /** The texts that `q` finds, in lower case, one in each line. Maintained by the database. */
    search_text: GeneratedAlways<string>
  }
}
