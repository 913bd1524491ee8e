/** An error whose texts are written for the person in front of the screen: what happened, what to do. */
export class ReadableError extends Error {
  override readonly name = 'ReadableError'
  readonly title: string

  constructor(title: string, detail: string, cause?: unknown) {
    super(detail, { cause })
    this.title = title
  }
}
