import { piecesIn } from '#protocol/display/message-format.ts'
import { firstLanguage, LANGUAGES, type Language, type Texts } from '#protocol/display/language.ts'
import { createListeners, storedText } from './stored.ts'

type Values = Readonly<Record<string, string | number>>

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

/** A page's texts in each language but English, which is in the code. */
export type TextLoaders = Readonly<Record<Exclude<Language, 'en'>, () => Promise<Texts>>>

const stored = storedText('latchkey-language')

let loaders: TextLoaders | undefined
let chosen: Language = 'en'
let known: Texts = {}
const listeners = createListeners()
export const subscribeToLanguage = listeners.subscribe

/** Sets the source of the page's texts, before a language is shown. */
export function offerTexts(offered: TextLoaders): void {
  loaders = offered
}

export function language(): Language {
  return chosen
}

/** The text in the chosen language; in English itself unchanged. */
export function translated(text: string): string {
  return known[text] ?? text
}

/** The language chosen before, on any page of this site, or else the first supported of the browser's. */
export function preferredLanguage(): Language {
  return firstLanguage([stored.read() ?? '', ...navigator.languages])
}

/** Loads a language and shows everything in it. @throws if its texts cannot be loaded; nothing changes then */
export async function showLanguage(next: Language): Promise<void> {
  known = next === 'en' ? {} : ((await loaders?.[next]()) ?? {})
  chosen = next
  // Setting the same value would have the browser recompute all styles.
  if (document.documentElement.lang !== next) document.documentElement.lang = next
  listeners.notify()
}

/** Like `showLanguage`, and remembered for the next visit. */
export async function chooseLanguage(next: Language): Promise<void> {
  await showLanguage(next)
  stored.write(next)
}

/** A language chosen in one tab applies to all. @returns the function that ends it */
export function followLanguage(): () => void {
  return stored.follow((text) => {
    const next = LANGUAGES.find((one) => one === text)
    if (next !== undefined) void showLanguage(next).catch(() => undefined)
  })
}
