import type { Scope } from '#protocol/baas/scopes.ts'

export type VaultTables = {
  /** Keys of a hosted service that an administrator has entered. */
  bff_vault_key: {
    id: string
    organization_id: string
    label: string
    /** The beginning, which may be shown. */
    start: string
    /** AES-256-GCM, bound to this row and column. */
    key_sealed: string
    created_by: string
    created_at: Date
  }
  /** What a key's scopes are, as far as answers of the service have shown it. */
  bff_key_scope: {
    organization_id: string
    /** Of `bff_vault_key`, or `configured`. */
    key_id: string
    scope: Scope
    held: boolean
    learnt_at: Date
  }
}
