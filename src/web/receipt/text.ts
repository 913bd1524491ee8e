import { ENGLISH_TEXTS, type TextKey, type Texts } from './texts.ts'
import { GERMAN_TEXTS } from './texts-de.ts'
import { SPANISH_TEXTS } from './texts-es.ts'

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const
export type Language = keyof typeof LANGUAGES
const TEXTS: Record<Language, Texts> = { en: ENGLISH_TEXTS, de: GERMAN_TEXTS, es: SPANISH_TEXTS }
/** The words for calls, by their English ones, as the console has them. */
const CALL_WORDS = import.meta.glob<Record<string, string>>('../../protocol/display/texts/*.json', {
  eager: true,
  import: 'default',
})

let chosen: Language = preferred()

export function language(): Language {
  return chosen
}

/** Says everything in another language from now on; whoever calls draws the page again. */
export function setLanguage(next: Language): void {
  chosen = next
  document.documentElement.lang = next
  document.title = t('title')
}

/** A text of this page in the reader's language. */
export function t(key: TextKey, values: Readonly<Record<string, string>> = {}): string {
  return TEXTS[chosen][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** A word for a call in the reader's language. */
export function callWord(english: string): string {
  return CALL_WORDS[`../../protocol/display/texts/${chosen}.json`]?.[english] ?? english
}

/** The first of the browser's languages that this page has. */
function preferred(): Language {
  for (const tag of navigator.languages) {
    const found = languageOf(tag.split('-')[0] ?? '')
    if (found !== undefined) return found
  }
  return 'en'
}

export function languageOf(name: string): Language | undefined {
  return name === 'en' || name === 'de' || name === 'es' ? name : undefined
}
