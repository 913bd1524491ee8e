/** Longest part of a wrong value in an error, in characters. */
const SHOWN_LENGTH_MAX = 60

/** A value in an error: a short text in quotes, without control characters. */
export function shorten(text: string): string {
  return JSON.stringify(text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text)
}
