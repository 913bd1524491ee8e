/** One mail. `to` is a validated address (`normaliseEmail`); subject and text are plain. */
export type Mail = { to: string; subject: string; text: string }

/** Sends mail: by SMTP (`createSmtpMailer`), or into the sandbox's inbox. Rejects when the mail was not accepted. */
export type Mailer = { send: (mail: Mail) => Promise<void> }
