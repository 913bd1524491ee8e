/**
 * Thrown for a mail that was not accepted, most likely because of the operator's settings for mail. `message` says
 * what to check. `reply` is the mail server's response code, such as `550 5.7.1`. Undefined if no server refused the
 * mail; the cause is then in the settings.
 */
export class MailSetupError extends Error {
  override readonly name = 'MailSetupError'
  readonly reply: string | undefined

  constructor(message: string, { reply, cause }: { reply?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause })
    this.reply = reply
  }
}
