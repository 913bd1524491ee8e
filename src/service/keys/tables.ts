import type { Scope } from '#shared/baas/scopes.ts'

export type KeyTables = {
  api_keys: {
    id: string
    organization_id: string
    label: string
    /** What may be shown of the key: its beginning, never enough to use it. */
    start: string
    /** SHA-256 of the whole key, 64 lower-case hex digits. The key itself is never stored. */
    key_hash: string
    scopes: Scope[]
    created_at: Date
    expires_at: Date | null
    revoked_at: Date | null
    /** Written lazily, at most once a minute. */
    last_used_at: Date | null
  }
}
