/** Longest part of a wrong value in an error, in characters. */
const SHOWN_LENGTH_MAX = 60

/** A text in an error: in quotes, without control characters. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text))
}

/** The beginning of a long text. */
export function shorten(text: string): string {
  return text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text
}
