import * as z from 'zod/mini'

const errorSchema = z.object({ responseCode: z.int(), command: z.string(), response: z.optional(z.string()) })

/** Commands whose refusal concerns the recipient and the mail, not the sender's account. */
const ABOUT_MAIL: ReadonlySet<string> = new Set(['RCPT TO', 'DATA'])

/**
 * Subjects and details of enhanced codes that blame the sender: its address, the dialogue, or what it may do, such as to
 * relay. Servers say so only after the recipient was named. Source: RFC 3463 3.2, 3.6 and 3.8.
 */
const SENDER_SUBJECTS: ReadonlySet<string> = new Set(['5', '7'])
const SENDER_DETAILS: ReadonlySet<string> = new Set(['1.7', '1.8'])
/** Basic codes that ask for a sign-in or for TLS. Source: RFC 4954 6, RFC 3207 4. */
const SENDER_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538])

/** A mail server's reply to a mail. `code` is such as `550 5.1.1`. */
type SmtpReply = { isPermanent: boolean; code: string }

/**
 * The mail server's refusal in an error of the transport. Undefined if no server refused. 4xx is temporary and
 * 5xx permanent (RFC 5321, 4.2.1), unless it concerns the sender, which the operator can change.
 */
export function readSmtpReply(error: unknown): SmtpReply | undefined {
  const { data } = z.safeParse(errorSchema, error)
  if (data === undefined) return undefined
  const { responseCode, command, response = '' } = data
  const [, enhanced, subject = '', detail = ''] =
    /^\d{3}[ -](\d\.(\d{1,3})\.(\d{1,3}))\b/.exec(response) ?? []
  const code = enhanced === undefined ? `${responseCode}` : `${responseCode} ${enhanced}`
  const isAboutSender =
    SENDER_SUBJECTS.has(subject) ||
    SENDER_DETAILS.has(`${subject}.${detail}`) ||
    SENDER_CODES.has(responseCode)
  return { isPermanent: responseCode >= 500 && ABOUT_MAIL.has(command) && !isAboutSender, code }
}
