import { firstLanguage, LANGUAGES, type Language, type Texts } from '#protocol/display/language.ts'
import { piecesIn } from '#protocol/display/message-format.ts'
import { groupDigits, MoneyError, parseUnits } from '#protocol/money.ts'
import { createListeners, storedText } from './stored.ts'

type Values = Readonly<Record<string, string | number>>

/**
 * A text of a page in the chosen language. `text` is the English text and the key in the catalogs
 * (`texts/<language>.json`). Values are in braces, plurals in ICU form: `t('{count, plural, one {# wallet}
 * other {# wallets}}', { count })`.
 *
 * Call it while rendering or in actions, never while a module loads, because the language is not known then.
 */
export function t(text: string, values?: Values): string {
  if (values === undefined) return translated(text)
  return translatePieces(text, values).join('')
}

/** The parts of a text in the chosen language, with values of any type. */
export function translatePieces<Value>(
  text: string,
  values: Readonly<Record<string, Value>>,
): (string | Value)[] {
  return piecesIn(language(), translated(text), values)
}

/** Loads a page's texts for each language but English, which is in the code. */
export type TextLoaders = Readonly<Record<Exclude<Language, 'en'>, () => Promise<Texts>>>

const stored = storedText('latchkey-language')

let loaders: TextLoaders | undefined
let chosen: Language = 'en'
let known: Texts = {}
const listeners = createListeners()
export const subscribeToLanguage = listeners.subscribe

/** Sets the source of the page's texts. Call it before a language is shown. */
export function offerTexts(offered: TextLoaders): void {
  loaders = offered
}

export function language(): Language {
  return chosen
}

/** The text in the chosen language. English returns it unchanged. */
export function translated(text: string): string {
  return known[text] ?? text
}

/** The language chosen before on any page of this site, or the browser's first supported language. */
export function preferredLanguage(): Language {
  return firstLanguage([stored.read() ?? '', ...navigator.languages])
}

/**
 * Loads a language and shows all texts in it.
 *
 * @throws if its texts cannot be loaded; the language then stays
 */
export async function showLanguage(next: Language): Promise<void> {
  known = next === 'en' ? {} : ((await loaders?.[next]()) ?? {})
  chosen = next
  // Setting the same value makes the browser recompute all styles.
  if (document.documentElement.lang !== next) document.documentElement.lang = next
  listeners.notify()
}

/** Shows a language and remembers it for the next visit. */
export async function chooseLanguage(next: Language): Promise<void> {
  await showLanguage(next)
  stored.write(next)
}

/** Applies a language that was chosen in another tab. @returns a function that stops this */
export function followLanguage(): () => void {
  return stored.follow((text) => {
    const next = LANGUAGES.find((one) => one === text)
    if (next !== undefined) void showLanguage(next).catch(() => undefined)
  })
}

const SEPARATORS: Readonly<Record<Language, { group: string; decimal: string }>> = {
  en: { group: ',', decimal: '.' },
  de: { group: '.', decimal: ',' },
  es: { group: '.', decimal: ',' },
}

/** Formats an exact number such as `1234.5` in the chosen language: 1,234.5 or 1.234,5. */
export function formatExact(exact: string): string {
  return groupDigits(exact, SEPARATORS[language()])
}

/**
 * Converts an exact number to the form typed in the chosen language, or back. Swaps the decimal comma and
 * point.
 */
export function inTypedForm(text: string): string {
  if (SEPARATORS[language()].decimal === '.') return text
  return text.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
}

/**
 * Parses a typed amount into base units. Accepts only the language's own decimal sign and no digit groups. In
 * German, `1.234` is rejected because it could mean 1234 or 1,234.
 *
 * @throws MoneyError
 */
export function parseTyped(text: string, decimals: number): bigint {
  return parseUnits(inTypedForm(text.trim()), decimals)
}

/**
 * Parses a typed amount without throwing. Returns base units, or an error message that follows the field's
 * name.
 */
export function readTyped(
  text: string,
  decimals: number,
): { units: bigint; problem: null } | { units: null; problem: string } {
  try {
    return { units: parseTyped(text, decimals), problem: null }
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
    return { units: null, problem: amountMessage(error, decimals) }
  }
}

/** Error message of a typed amount, worded to follow the field's name. */
export function amountMessage({ code }: MoneyError, decimals: number): string {
  if (code === 'format') return t('must be a number such as 12 or 12.50')
  if (code === 'range') return t('must be below 2^256 base units')
  return t(
    '{decimals, plural, =0 {must be a whole number} one {must have at most # decimal} other {must have at most # decimals}}',
    { decimals },
  )
}
