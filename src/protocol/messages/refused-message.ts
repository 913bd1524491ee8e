/** Thrown for a message that is not signed as it was given. `path`: the member at fault, such as `message.to[0].name`. */
export class RefusedMessage extends Error {
  override name = 'RefusedMessage'
  readonly path: string
  /** The rule that the member breaks, as in "must be true or false". */
  readonly rule: string

  constructor(path: string, rule: string) {
    super(`${path} ${rule}`)
    this.path = path
    this.rule = rule
  }
}
