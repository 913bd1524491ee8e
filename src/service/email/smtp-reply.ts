import * as z from 'zod/mini'

const errorSchema = z.object({ responseCode: z.int(), command: z.string(), response: z.optional(z.string()) })

/** Commands whose refusal concerns the recipient and the mail, not the sender's account. */
const ABOUT_MAIL: ReadonlySet<string> = new Set(['RCPT TO', 'DATA'])

/** A mail server's reply to a mail. `code` is such as `550 5.1.1`. */
type SmtpReply = { isPermanent: boolean; code: string }

/**
 * The mail server's refusal in an error of the transport. Undefined if no server refused. 4xx is temporary and
 * 5xx permanent (RFC 5321, 4.2.1), unless it concerns the sending account, which the operator can change.
 */
export function readSmtpReply(error: unknown): SmtpReply | undefined {
  const { data } = z.safeParse(errorSchema, error)
  if (data === undefined) return undefined
  const { responseCode, command, response = '' } = data
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  const code = enhanced === undefined ? `${responseCode}` : `${responseCode} ${enhanced}`
  return { isPermanent: responseCode >= 500 && ABOUT_MAIL.has(command), code }
}
