import type { AccountAlertKind, AlertActor } from '#protocol/alerts.ts'

/** Account events that are mailed to the person. All but the last two kinds also alert the other members. */
export type AccountEventKind = AccountAlertKind | 'identity-unlinked' | 'alert-mails-changed'

/** Facts about an event of an account, for the mail to its person. */
export type AccountMailFacts = {
  /** Name of the organization, if the event concerns only one. */
  organization?: string
  by: AlertActor
  ipAddress: string | null
  userAgent: string | null
  at: string
}
