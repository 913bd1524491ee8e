import type { Generated } from 'kysely'
import type { IpAllowListMode } from '#protocol/api-keys.ts'
import type { Scope } from '#protocol/endpoint.ts'

export type KeyTables = {
  api_keys: {
    id: string
    organization_id: string
    label: string
    /** The displayed start of the key, which is never enough to use it. */
    start: string
    /** SHA-256 of the whole key, 64 lower-case hex digits. The key itself is never stored. */
    key_hash: string
    scopes: Scope[]
    created_at: Date
    expires_at: Date | null
    revoked_at: Date | null
    /** Written lazily, at most once a minute. */
    last_used_at: Date | null
    /** IP address of the last recorded use. Null for a call within the server's own process. */
    last_used_ip: string | null
    ip_mode: IpAllowListMode
    /** IP addresses and CIDR ranges, IPv4 and IPv6. */
    ip_ranges: string[]
    /**
     * The last request from outside `ip_ranges`. Such a request is refused if the list is enforced, and only
     * recorded if the list is staged.
     */
    ip_refused_at: Date | null
    ip_refused: string | null
    /**
     * The key's rate limit. Null means the deployment's default. The organization's limit applies in
     * addition.
     */
    requests_per_minute: number | null
    /** The key that replaced this one by rotation. */
    replaced_by: string | null
    /** Time of the last alarm that a browser had sent the key. */
    exposed_at: Date | null
    /** Time at which an administrator dismissed that alarm. */
    exposure_dismissed_at: Date | null
    /** The person who issued the key, as the caller named them. */
    created_by: string | null
    /** Time since which the key's requests are counted. */
    usage_since: Date
  }
  /** Admitted requests of the last 30 days, by UTC day. Every process adds to the same rows. */
  api_key_usage: {
    key_id: string
    /** Days since 1970-01-01, UTC. */
    epoch_day: number
    /** The name of the endpoint, such as `listWallets`. */
    endpoint: string
    /** The caller's IP address, or one of `SOURCE_MARKS` (`request-log.ts`). */
    source: string
    /** Read as text, like every bigint. */
    requests: string
  }
  /** Requests of the last 30 days, including refused ones. */
  api_key_requests: {
    key_id: string
    answered_at: Date
    id: Generated<string>
    method: string
    /** Contains identifiers, never the query. */
    path: string
    status: number
    /** Error code of a refusal. */
    code: string | null
    message: string | null
    duration_ms: number
    /** The caller's IP address. Null if unknown, or for a call within the server's own process. */
    ip: string | null
    request_id: string
  }
  /** Number of requests of a key or an organization (`subject`) within a minute, summed over all processes. */
  rate_counts: {
    subject: string
    window_started_at: Date
    /** Read as text, like every bigint. */
    requests: string
  }
}
