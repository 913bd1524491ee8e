import { createTransport } from 'nodemailer'
import { needsSmtpUtf8, normalizeEmail } from '#protocol/email-address.ts'
import { MailRefusedError } from '#server-kit/mail-refused-error.ts'
import { explainSmtp } from './explain-smtp.ts'
import type { Mailer } from './mailer.ts'
import { readSmtpReply } from './smtp-reply.ts'
import { supportsSmtpUtf8 } from './supports-smtp-utf8.ts'

const TIMEOUT_MS = 10_000

/**
 * Sends mail by SMTP. An example of `smtpUrl` is `smtps://user:password@mail.example:465`. An example of `from` is
 * `Latchkey <no-reply@example.com>`. The library builds header lines. `to` is validated by the caller. Rejects with a
 * `MailRefusedError` if the email address can never receive mail, and with a `MailSetupError` if the operator has to
 * check the settings. A header asks automatic responders not to reply (RFC 3834).
 */
export function createSmtpMailer(options: { smtpUrl: string; from: string }): Mailer & {
  /** Connects and signs in without sending anything. */
  verify: () => Promise<void>
  close: () => void
} {
  const transport = createTransport(
    {
      url: options.smtpUrl,
      pool: true,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: options.from },
  )
  return {
    send: async (mail) => {
      const address = normalizeEmail(mail.to)
      if (address === undefined) throw new MailRefusedError('the recipient is no email address')
      if (needsSmtpUtf8(address) && !(await supportsSmtpUtf8(transport.options)))
        throw new MailRefusedError('the mail server takes no addresses beyond ASCII (SMTPUTF8)')
      await transport
        .sendMail({
          to: { name: '', address },
          subject: mail.subject,
          text: mail.text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        .catch((cause: unknown) => {
          const reply = readSmtpReply(cause)
          if (reply?.fault !== 'recipient') throw explainSmtp(cause, options.smtpUrl)
          throw new MailRefusedError('the mail server refused the mail', { reply: reply.code, cause })
        })
    },
    verify: async () => {
      await transport.verify().catch((cause: unknown) => {
        throw explainSmtp(cause, options.smtpUrl)
      })
    },
    close: () => transport.close(),
  }
}
