import * as z from 'zod/mini'
import { emailSchema } from './email-schema.ts'
import { orgEndpoint } from './endpoint.ts'
import { addressSchema, datetimeSchema } from './fields.ts'

/** Alerts about an act that made it easier to move money or to manage the organization. The service raises them. */
export const LOOSENING_KINDS = [
  'policy-loosened',
  'allow-list-loosened',
  'manage-key-added',
  'fee-raised',
] as const
export type LooseningKind = (typeof LOOSENING_KINDS)[number]

/**
 * Alerts about an administrator's ways to sign in. The console raises them, because the service has no
 * administrators.
 */
export const ACCOUNT_ALERT_KINDS = [
  'recovery-code-used',
  'recovery-link-created',
  'recovery-link-used',
  'recovery-codes-made',
  'passkey-added',
  'passkey-removed',
  'identity-linked',
] as const
export type AccountAlertKind = (typeof ACCOUNT_ALERT_KINDS)[number]

/** Kinds of alerts for administrators. `admin-added` and the kinds of an account are the console's own. */
export const ALERT_KINDS = [
  'relayer-low',
  'webhook-failing',
  'key-exposed',
  'key-refused',
  'failure-spike',
  'policy-refused',
  'recovery-proposed',
  'co-signer-removal',
  'key-added',
  'executed-unapproved',
  'approvers-missing',
  ...LOOSENING_KINDS,
  'admin-added',
  ...ACCOUNT_ALERT_KINDS,
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
const kindSchema = z.enum(ALERT_KINDS)

/** Time for which an alert about an act is listed, in milliseconds. No later state clears such an alert. */
export const ACT_ALERT_MS = 72 * 3_600_000

/**
 * The person or system that did the act: a member, the label of an API key if its holder named nobody, or the
 * operator of the server.
 */
const actorSchema = z.object({
  kind: z.enum(['administrator', 'api-key', 'operator']),
  id: z.string(),
  name: z.string(),
})
export type AlertActor = z.infer<typeof actorSchema>

/**
 * A raised alert. `id` is new each time the alert is raised. `subject`: the id of the webhook endpoint, API key,
 * transaction, policy or administrator, or the wallet's address; empty for the whole organization. `name`: how people
 * know the subject (a host, a label, a transaction's id, the symbol of a fee's token), never a secret. `by` and
 * `ipAddress`: who did the act and from where, if known. `acknowledgement`: the member who has acknowledged the
 * alert, for the whole organization. Only the console sets it. It ends when the alert is cleared or raised again.
 */
export const alertSchema = z.object({
  id: z.string(),
  kind: kindSchema,
  subject: z.string(),
  name: z.string(),
  raisedAtDatetime: datetimeSchema,
  /** Only set for alerts about an act. */
  by: z.optional(actorSchema),
  ipAddress: z.optional(z.string()),
  acknowledgement: z.optional(z.object({ name: z.string(), atDatetime: datetimeSchema })),
})
export type Alert = z.infer<typeof alertSchema>

/**
 * Whether the alert is about a wallet. Also true for `executed-unapproved` if the executed call could not be
 * read.
 */
export function isAlertOfWallet({ subject }: Pick<Alert, 'subject'>): boolean {
  return z.safeParse(addressSchema, subject).success
}
export const alertListSchema = z.array(alertSchema)

/** Maximum number of listed alerts. The newest are listed first. */
export const ALERTS_LISTED_MAX = 100

export const ALERT_ENDPOINTS = {
  listAlerts: orgEndpoint('GET', '/alerts', 'org:manage', {
    role: 'read-only',
    answer: alertListSchema,
    summary: 'List the alerts that are raised now, newest first, at most 100',
  }),
}

/**
 * `GET` and `PUT /api/account/alerts`: which alerts the person receives by mail in this organization. `email`
 * is null for no mails. `muted` lists the kinds that are not mailed.
 */
export const alertMailsSchema = z.strictObject({
  email: z.nullable(emailSchema),
  muted: z.array(kindSchema).check(z.maxLength(ALERT_KINDS.length, 'must not repeat a kind')),
})
export type AlertMails = z.infer<typeof alertMailsSchema>
/** `canMail` is false if the deployment has no mail server. */
export const shownAlertMailsSchema = z.extend(alertMailsSchema, { canMail: z.boolean() })
