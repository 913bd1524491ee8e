import type { Generated, JSONColumnType } from 'kysely'
import type { AlertActor, AlertKind } from '#protocol/alerts.ts'

export type AlertTables = {
  /** Every alert ever raised, one row for each organization, kind and subject (`alertSchema`). */
  alerts: {
    organization_id: string
    kind: AlertKind
    subject: string
    id: Generated<string>
    name: string
    raised_at: Date
    /** Time at which the cause of the alert was last found. */
    seen_at: Date
    /** Null while the alert is raised. */
    cleared_at: Date | null
    /** The actor, and their IP address. Null unless the alert is about an act. */
    cause: JSONColumnType<AlertCause> | null
  }
}

/** An alert to raise, and its organization and subject. */
export type Finding = { organizationId: string; subject: string; name: string }

/** The findings of a kind. Undefined if unknown at the moment, so that nothing is raised or cleared. */
export type LookAt = (now: Date) => Promise<Finding[] | undefined>

/** The actor of the act that an alert is about, and their IP address. */
export type AlertCause = { by?: AlertActor; ipAddress?: string | undefined }
