import type { Generated, JSONColumnType } from 'kysely'
import type { AlertActor, AlertKind } from '#protocol/alerts.ts'

export type AlertTables = {
  /** The latest alert of each organization, kind and subject (`alertSchema`). */
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
    /** The actor of a change, and their IP address. Null unless the alert is about a change that someone made. */
    cause: JSONColumnType<AlertCause> | null
  }
}

/** An alert to raise, and its organization and subject. */
export type Finding = { organizationId: string; subject: string; name: string }

/**
 * Returns the findings of a kind. Undefined if they are unknown at the moment. No alert is then raised or cleared.
 */
export type LookAt = (now: Date) => Promise<Finding[] | undefined>

/** The actor of the change that an alert is about, and their IP address. */
export type AlertCause = { by?: AlertActor; ipAddress?: string | undefined }
