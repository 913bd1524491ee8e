import { IntlMessageFormat } from 'intl-messageformat'
import { language, translated } from './language.ts'

type Values = Readonly<Record<string, string | number>>

const formats = new Map<string, IntlMessageFormat>()

/**
 * A text of the console in the chosen language. `text` is the English one and is what the catalogues
 * (`texts/<language>.json`) know it by; values stand in braces, plurals in ICU form:
 * `t('{count, plural, one {# wallet} other {# wallets}}', { count })`.
 *
 * Called while something is drawn or done, never while a module loads: the language is not known then.
 */
export function t(text: string, values?: Values): string {
  if (values === undefined) return translated(text)
  return String(formatOf(text).format(values))
}

/** The compiled form of a text in the chosen language. */
export function formatOf(text: string): IntlMessageFormat {
  const key = `${language()} ${text}`
  const made =
    formats.get(key) ?? new IntlMessageFormat(translated(text), language(), undefined, { ignoreTag: true })
  formats.set(key, made)
  return made
}
