import type { ColumnType } from 'kysely'
import type { AuditResult } from '#protocol/org/audit.ts'

/** bigint: drivers return it as text or number. */
type Sequence = ColumnType<string | number | bigint, bigint, bigint>

/** The audit log (ADR 0020). Entries are only ever added: the database refuses to change or remove one. */
export type AuditTables = {
  bff_audit_entry: {
    organization_id: string
    sequence: Sequence
    occurred_at: Date
    actor_id: string | null
    actor_name: string | null
    action: string
    target: string | null
    /** Canonical JSON, as it was hashed. */
    details: string
    result: AuditResult
    request_id: string
    ip_address: string | null
    previous_hash: string
    hash: string
  }
  /** The newest entry of each organization; locked while one is added. */
  bff_audit_head: {
    organization_id: string
    sequence: Sequence
    hash: string
    /** Number and hash, sealed with the deployment's secret: access to the database is not enough to write it. */
    sealed: string
  }
  /** Writes that have begun and have no entry yet. Those of a process that died become `unknown`. */
  bff_audit_begun: {
    id: string
    organization_id: string
    /** JSON in the form of `AuditInput`. */
    input: string
    begun_at: Date
  }
}
