import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

const TIMEOUT_MS = 10_000

/**
 * Mail by SMTP. `smtpUrl` such as `smtps://user:password@mail.example:465`; `from` such as
 * `Latchkey <no-reply@example.com>`. Header lines are built by the library; `to` is checked before.
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
      await transport.sendMail({ to: { name: '', address: mail.to }, subject: mail.subject, text: mail.text })
    },
    verify: async () => {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
