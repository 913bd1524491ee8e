import { piecesIn } from '#protocol/display/message-format.ts'
import { language, translated } from './language.ts'

export type Values = Readonly<Record<string, string | number>>

/**
 * A text of a page in the chosen language. `text` is the English one and the key in the catalogues
 * (`texts/<language>.json`); values are in braces, plurals in ICU form:
 * `t('{count, plural, one {# wallet} other {# wallets}}', { count })`.
 *
 * Called while rendering or in actions, never while a module loads: the language is not known then.
 */
export function t(text: string, values?: Values): string {
  if (values === undefined) return translated(text)
  return piecesOf(text, values).join('')
}

/** The pieces of a text in the chosen language, with values of any type. */
export function piecesOf<Value>(text: string, values: Readonly<Record<string, Value>>): (string | Value)[] {
  return piecesIn(language(), translated(text), values)
}
