import type { Generated } from 'kysely'
import type { AlertKind } from '#protocol/alerts.ts'

export type AlertTables = {
  /** What was ever raised, one row for each organization, kind and subject. */
  alerts: {
    organization_id: string
    kind: AlertKind
    /** An id, a wallet's address as people see it, or empty for the whole organization. */
    subject: string
    /** Another one each time it is raised. */
    id: Generated<string>
    name: string
    raised_at: Date
    /** When its cause was last found. */
    seen_at: Date
    /** Null while it is raised. */
    cleared_at: Date | null
  }
  /** Up to which final block of a chain proposals of recoveries are read. */
  alert_cursors: {
    chain_id: number
    /** Decimal. */
    block_number: string
  }
}
