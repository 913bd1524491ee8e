import { language, translated } from './language.ts'
import { formatPieces, parseMessage, type Message } from './message-format.ts'

type Values = Readonly<Record<string, string | number>>

const messages = new Map<string, Message>()

/**
 * A text of the console in the chosen language. `text` is the English one and is what the catalogues
 * (`texts/<language>.json`) know it by; values stand in braces, plurals in ICU form:
 * `t('{count, plural, one {# wallet} other {# wallets}}', { count })`.
 *
 * Called while something is drawn or done, never while a module loads: the language is not known then.
 */
export function t(text: string, values?: Values): string {
  if (values === undefined) return translated(text)
  return piecesOf(text, values).join('')
}

/** The pieces of a text in the chosen language, with values that need be no texts. */
export function piecesOf<Value>(text: string, values: Readonly<Record<string, Value>>): (string | Value)[] {
  const key = translated(text)
  const message = messages.get(key) ?? parseMessage(key)
  messages.set(key, message)
  return formatPieces(message, language(), values)
}
