import type { AccountAlertKind, AlertActor } from '#protocol/alerts.ts'

/** Account events that the person gets a mail about. Except for the last two kinds, other members get an alert. */
export type AccountEventKind = AccountAlertKind | 'identity-unlinked' | 'alert-mails-changed'

/** Facts in a mail to an account about an act. */
export type AccountMailFacts = {
  /** Name of the organization, if the act concerns only one. */
  organization?: string
  by: AlertActor
  ipAddress: string | null
  userAgent: string | null
  at: string
}
