/**
 * What a server and the console agree on to show a page before its code runs: the server draws it, and the console
 * puts the page itself in its place.
 */

/**
 * Where a browser keeps the language that was chosen in the console, such as `de`: in its storage for the console, and in a
 * cookie for the server, which draws the page of the next visit. `public/theme.js` has it too.
 */
export const CHOSEN_LANGUAGE = 'latchkey-language'

/** What a page is drawn for. */
export type PageVisit = {
  /** Such as `/wallets`, and `?q=savings` or nothing. */
  pathname: string
  search: string
  /** Where people reach the console, without a trailing slash. */
  origin: string
  /** One of those of `languageOf`. */
  language: string
  /** What the browser says that it is. */
  userAgent: string
  /** A phone. */
  isMobile: boolean
}

/** The content of an answer of 2xx, and its `Link` header. */
export type PageAnswer = { text: string; link: string | null }

export type PagePainter = {
  /** Whom every drawing asks for what it shows, by a path such as `/api/session`; fails for what is refused. */
  askThrough: (ask: (path: string) => Promise<PageAnswer>) => void
  /** The first of some language tags, what the browser likes best first, that the console has; or else English. */
  languageOf: (tags: readonly string[]) => string
  /**
   * What belongs into the element with the id `root`; undefined where there is nothing to show: nobody is signed in, or an
   * answer was a refusal.
   */
  drawPage: (visit: PageVisit) => Promise<string | undefined>
}
