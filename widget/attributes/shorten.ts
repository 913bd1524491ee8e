/** Maximum length of a wrong value in an error, in characters. */
const SHOWN_LENGTH_MAX = 60

/** Quotes a text for an error. Escapes control characters. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text))
}

/** Cuts a long text to its beginning. */
export function shorten(text: string): string {
  return text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text
}
