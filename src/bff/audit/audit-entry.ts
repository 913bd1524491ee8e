import type { Selectable } from 'kysely'
import { auditDetailsSchema, type AuditDetails, type AuditEntry } from '#protocol/org/audit.ts'
import type { AuditTables } from './tables.ts'

export type AuditRow = Selectable<AuditTables['bff_audit_entry']>

/** A row as it is answered and as its hash is computed. */
export function toAuditEntry(row: AuditRow): AuditEntry {
  return {
    organizationId: row.organization_id,
    sequence: String(row.sequence),
    occurredAtDatetime: row.occurred_at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' },
    action: row.action,
    target: row.target,
    details: detailsOf(row.details),
    result: row.result,
    requestId: row.request_id,
    ipAddress: row.ip_address,
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}

/** What somebody wrote into the row behind our back is shown as nothing; its hash tells. */
function detailsOf(text: string): AuditDetails {
  try {
    return auditDetailsSchema.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    return {}
  }
}
