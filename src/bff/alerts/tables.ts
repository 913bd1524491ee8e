import type { AccountAlertKind, AlertActor } from '#protocol/alerts.ts'

/** Account events that the person gets a mail about. The other members have an alert about all but the last two kinds. */
export type AccountEventKind = AccountAlertKind | 'identity-unlinked' | 'alert-mails-changed'

/** The text of a mail to an account about an act. */
export type AccountMailFacts = {
  /** The organization, for what concerns one of them alone. */
  organization?: string
  by: AlertActor
  ipAddress: string | null
  userAgent: string | null
  at: string
}
