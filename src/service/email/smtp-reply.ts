import * as z from 'zod/mini'
import { findLastingSubject, findSubject } from './mail-sentences.ts'

const errorSchema = z.object({ responseCode: z.int(), command: z.string(), response: z.optional(z.string()) })

/**
 * `recipient`: the email address never receives mail. `operator`: the server most likely refuses the sender, its
 * account or its rights, which only the operator of this service can change. `passing`: a later try may succeed.
 * `unknown`: the server does not say which party is to blame.
 */
export type MailFault = 'recipient' | 'operator' | 'passing' | 'unknown'

/**
 * Commands after which a refusal may concern the recipient. A refusal after any other command concerns the sender.
 */
const AFTER_RECIPIENT: ReadonlySet<string> = new Set(['RCPT TO', 'DATA'])

/**
 * Subjects and details of enhanced codes. Source: RFC 3463 3.2 to 3.8, RFC 7505 4.2, and for 4.1 and 4.4 the list of
 * Exchange Online. Subjects 7 and 5 concern the sender's rights and the dialogue, 1.7 and 1.8 the sender's email
 * address. Servers use these codes only after the recipient was named. Codes that are not listed, such as 1.0 and
 * 2.0, occur for both parties.
 */
const RECIPIENT_DETAILS: ReadonlySet<string> = new Set([
  '1.1',
  '1.2',
  '1.3',
  '1.6',
  '1.10',
  '2.1',
  '2.2',
  '4.1',
  '4.4',
])
const OPERATOR_SUBJECTS: ReadonlySet<string> = new Set(['5', '7'])
const OPERATOR_DETAILS: ReadonlySet<string> = new Set(['1.7', '1.8'])
/** Basic codes that ask for a sign-in or for TLS. Source: RFC 4954 6, RFC 3207 4. */
const OPERATOR_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538])
/**
 * The only basic code that is always about the recipient, if it replies to the recipient's name. 550 and 553 are also
 * used for refused senders, 552 for too much data and too many recipients, and 554 says nothing. Source: RFC 5321
 * 4.2.3 and 4.5.3.1.10.
 */
const NOT_LOCAL = 551

/** A mail server's refusal. An example of `code` is `550 5.1.1`. */
export type SmtpReply = { fault: MailFault; code: string }

/** Reads the mail server's refusal in an error of the transport. Undefined if no server refused. */
export function readSmtpReply(error: unknown): SmtpReply | undefined {
  const { data } = z.safeParse(errorSchema, error)
  if (data === undefined) return undefined
  const { responseCode, command, response = '' } = data
  const { enhanced, sentence } = readResponse(response)
  const code = enhanced === undefined ? `${responseCode}` : `${responseCode} ${enhanced}`
  return { fault: findFault(command, { responseCode, enhanced, sentence }), code }
}

type Response = { responseCode: number; enhanced: string | undefined; sentence: string }

/**
 * Returns the party to blame. 4xx is temporary and 5xx permanent (RFC 5321 4.2.1). A 4xx about the sender is often a
 * failed DNS lookup, so a 4xx counts as permanent only with a sentence that is known to last.
 */
function findFault(command: string, { responseCode, enhanced, sentence }: Response): MailFault {
  if (responseCode < 500) return findLastingSubject(sentence) ?? 'passing'
  if (!AFTER_RECIPIENT.has(command)) return 'operator'
  return findSubject(sentence) ?? findFaultByCode(command, responseCode, enhanced)
}

function findFaultByCode(command: string, responseCode: number, enhanced: string | undefined): MailFault {
  if (OPERATOR_CODES.has(responseCode)) return 'operator'
  if (enhanced === undefined)
    return command === 'RCPT TO' && responseCode === NOT_LOCAL ? 'recipient' : 'unknown'
  const [, subject = '', detail = ''] = enhanced.split('.')
  if (OPERATOR_SUBJECTS.has(subject) || OPERATOR_DETAILS.has(`${subject}.${detail}`)) return 'operator'
  return RECIPIENT_DETAILS.has(`${subject}.${detail}`) ? 'recipient' : 'unknown'
}

/** Three digits and an enhanced code, which some servers write with `#`, at the start of a line. */
const LINE_START = /^\d{3}(?:[ -]|$)\s*(?:#?(\d\.\d{1,3}\.\d{1,3})\b[ :-]*)?/
/** The enhanced code of qmail and servers like it, at the end of the sentence. */
const AT_END = /\(#(\d\.\d{1,3}\.\d{1,3})\)$/

/** Splits a response of one or several lines into its enhanced code and its sentence. */
function readResponse(response: string): { enhanced: string | undefined; sentence: string } {
  const lines = response.split(/\r?\n/).filter((line) => line !== '')
  const read = lines.map((line) => ({ code: LINE_START.exec(line)?.[1], text: line.replace(LINE_START, '') }))
  const text = read.map((line) => line.text.trim()).join(' ')
  const enhanced = read.find(({ code }) => code !== undefined)?.code ?? AT_END.exec(text)?.[1]
  return { enhanced, sentence: text.replace(AT_END, '').trim() }
}
