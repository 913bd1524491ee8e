/**
 * A mail that will never be accepted for its address. `reply` is the code of the mail server's refusal, such as
 * `550 5.1.1`, and undefined if the mail was not offered to a server.
 */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
  readonly reply: string | undefined

  constructor(message: string, { reply, cause }: { reply?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause })
    this.reply = reply
  }
}
