/**
 * Thrown for a mail that its recipient will never accept. `reply` is the mail server's response code, such as `550
 * 5.1.1`. Undefined if the mail was not offered to a server.
 */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
  readonly reply: string | undefined

  constructor(message: string, { reply, cause }: { reply?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause })
    this.reply = reply
  }
}
