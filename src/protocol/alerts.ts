import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { addressSchema, datetimeSchema, emailSchema } from './fields.ts'

/** What administrators are alerted of. The last one is the console's own: the service knows no administrators. */
export const ALERT_KINDS = [
  'relayer-low',
  'webhook-failing',
  'key-exposed',
  'key-refused',
  'failure-spike',
  'policy-refused',
  'recovery-proposed',
  'executed-unapproved',
  'admin-added',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
const kindSchema = z.enum(ALERT_KINDS)

/**
 * A raised alert; `id` is another one each time. `subject`: the id of the webhook endpoint, API key, transaction or
 * administrator, or the wallet's address; empty for the whole organization. `name`: how people know it (a host, a label, a
 * transaction's id), never a secret.
 */
export const alertSchema = z.object({
  id: z.string(),
  kind: kindSchema,
  subject: z.string(),
  name: z.string(),
  raisedAtDatetime: datetimeSchema,
})
export type Alert = z.infer<typeof alertSchema>

/** Whether a wallet is what it is about. Of `executed-unapproved` that is so where the executed call could not be read. */
export function isAlertOfWallet({ subject }: Pick<Alert, 'subject'>): boolean {
  return z.safeParse(addressSchema, subject).success
}
export const alertListSchema = z.array(alertSchema)

/** At most so many are listed, the newest. */
export const ALERTS_LISTED_MAX = 100

export const ALERT_ENDPOINTS = {
  listAlerts: endpoint('GET', '/alerts', 'org:manage', {
    answer: alertListSchema,
    summary: 'List the alerts that are raised now, newest first, at most 100',
  }),
}

/** `GET` and `PUT /api/account/alerts`: the person's mails in this organization. `email: null`: none; `muted`: all but these. */
export const alertMailsSchema = z.strictObject({
  email: z.nullable(emailSchema),
  muted: z.array(kindSchema).check(z.maxLength(ALERT_KINDS.length, 'has repeated kinds')),
})
export type AlertMails = z.infer<typeof alertMailsSchema>
/** `canMail: false`: the deployment has no mail server. */
export const shownAlertMailsSchema = z.extend(alertMailsSchema, { canMail: z.boolean() })
