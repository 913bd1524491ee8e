/** The content of a response and the cookies that it sets. */
export class WithCookies<Content> {
  readonly content: Content
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[]

  constructor(content: Content, cookies: readonly string[]) {
    this.content = content
    this.cookies = cookies
  }
}
