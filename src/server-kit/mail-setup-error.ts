/**
 * A mail that no address gets, because the operator's settings for mail do not work. `message` says what to change. `reply` is the
 * mail server's response code, such as `550 5.7.1`. It is undefined if no server refused.
 */
export class MailSetupError extends Error {
  override readonly name = 'MailSetupError'
  readonly reply: string | undefined

  constructor(message: string, { reply, cause }: { reply?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause })
    this.reply = reply
  }
}
