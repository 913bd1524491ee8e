import type { Generated } from 'kysely'
import type { Scope } from '#protocol/endpoint.ts'
import type { IpAllowListMode } from '#protocol/api-keys.ts'

export type KeyTables = {
  api_keys: {
    id: string
    organization_id: string
    label: string
    /** The displayable part of the key: its beginning, never enough to use it. */
    start: string
    /** SHA-256 of the whole key, 64 lower-case hex digits. The key itself is never stored. */
    key_hash: string
    scopes: Scope[]
    created_at: Date
    expires_at: Date | null
    revoked_at: Date | null
    /** Written lazily, at most once a minute. */
    last_used_at: Date | null
    /** Where the last noted use came from; null for a call within the server's own process. */
    last_used_ip: string | null
    ip_mode: IpAllowListMode
    /** Addresses and CIDR ranges, IPv4 and IPv6. */
    ip_ranges: string[]
    /** The last request from outside `ip_ranges`: refused when enforced, only noted when staged. */
    ip_refused_at: Date | null
    ip_refused: string | null
    /** Null: the deployment's default, within the organization's limit. */
    requests_per_minute: number | null
    /** The key that was made of this one by rotation. */
    replaced_by: string | null
    /** When its last alarm was raised: a browser had sent it. */
    exposed_at: Date | null
    /** When an administrator dismissed that alarm. */
    exposure_dismissed_at: Date | null
    /** The issuer, as the caller named them. */
    created_by: string | null
    /** From when on its requests are counted. */
    usage_since: Date
  }
  /** Admitted requests, by UTC day; those of the last 30 days. Every process adds to the same rows. */
  api_key_usage: {
    key_id: string
    /** Days since 1970-01-01, UTC. */
    epoch_day: number
    /** The name of the row in the endpoint tables, such as `listWallets`. */
    endpoint: string
    /** The caller's address, or one of `SOURCE_MARKS` (`request-log.ts`). */
    source: string
    /** Read as text, as every bigint. */
    requests: string
  }
  /** Answered requests of the last 30 days, refused ones too. */
  api_key_requests: {
    key_id: string
    answered_at: Date
    id: Generated<string>
    method: string
    /** With its identifiers, never the query. */
    path: string
    status: number
    /** Error code of a refusal. */
    code: string | null
    message: string | null
    duration_ms: number
    /** Null: unknown, or within the server's own process. */
    ip: string | null
    request_id: string
  }
  /** Requests by a key or by an organization (`subject`) within a minute, added up by every process. */
  rate_counts: {
    subject: string
    window_started_at: Date
    /** Read as text, as every bigint. */
    requests: string
  }
}
