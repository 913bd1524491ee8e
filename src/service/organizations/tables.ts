import type { Generated } from 'kysely'
import type { Address } from 'viem'

/** Addresses are stored in lower case, amounts as numeric(78,0), which both engines read as decimal strings. */
export type OrganizationTables = {
  organizations: {
    id: string
    name: string
    /** Six base62 characters that mark the organization's keys (`pk_live_<mark>_…`). They are not secret. */
    key_mark: string
    /** Exact origins that may embed the widget in a frame, such as `https://shop.example`. */
    embed_origins: string[]
    /** Rate limit of all keys of the organization together. Null means the deployment's default. */
    requests_per_minute: number | null
    /** Base64 of the rewritten PNG (`plain-png.ts`). Null if there is no logo. */
    logo_png: Generated<string | null>
    /** SHA-256 of the logo's bytes, in hex. Browsers cache the image forever under this name. */
    logo_digest: Generated<string | null>
    created_at: Date
  }
  organization_domains: {
    id: string
    organization_id: string
    /** The relying-party domain in lower case. */
    domain: string
    /** SHA-256 of the domain: 0x and 64 lower-case hex digits. */
    rp_id_hash: string
    /** Null until ownership is verified. Before that, the domain matches nothing. */
    verified_at: Date | null
    /** The value that the owner publishes to verify the domain. Null if no verification was requested. */
    proof_token: string | null
    /** Time at which the proof was last checked. */
    looked_at: Date | null
    /** Exact origins on other domains whose pages may use the domain's passkeys, such as `https://shop.de`. */
    related_origins: Generated<string[]>
    created_at: Date
  }
  /** Fee settings. An organization without a row charges no fee. */
  fee_settings: {
    organization_id: string
    token_address: string
    token_symbol: string
    token_decimals: number
    /** Base units, decimal. */
    amount_per_transaction: string
    withdraw_address: string
    updated_at: Date
  }
  /** The organization's co-signer, which signs calls that passed its policies. At most one per organization. */
  policy_signers: {
    id: string
    organization_id: string
    /** Address in lower case. */
    address: Address
    /**
     * The private key as 32 bytes in hex, sealed (`server-kit/secrets/secret-box.ts`). Null if the key is at the remote
     * signer.
     */
    private_key_box: string | null
    created_at: Date
  }
  /**
   * Objections of policy signers to their removal. A row is finished when the objection is in a final block, or when
   * the removal is over.
   */
  removal_objections: {
    /** Co-signer's address in lower case. */
    wallet_address: Address
    /** Unix time in seconds at which the removal takes effect without the objection. It identifies the removal. */
    removal_ends_at: string
    organization_id: string
    /** Address in lower case. */
    co_signer: Address
    /** The relayer's transaction that gave the policy signer its gas. Null until it is sent. */
    funding_id: Generated<string | null>
    attempts: Generated<number>
    due_at: Generated<Date>
    done_at: Generated<Date | null>
    created_at: Generated<Date>
  }
}
