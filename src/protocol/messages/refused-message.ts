/**
 * Thrown for a message that is refused instead of being signed in another form. `path`: the invalid member,
 * such as `message.to[0].name`.
 */
export class RefusedMessage extends Error {
  override name = 'RefusedMessage'
  readonly path: string
  /** The violated rule, such as "must be true or false". */
  readonly rule: string

  constructor(path: string, rule: string) {
    super(`${path} ${rule}`)
    this.path = path
    this.rule = rule
  }
}
