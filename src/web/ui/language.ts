import { firstLanguage, LANGUAGES, type Language, type Texts } from '#protocol/display/language.ts'
import { store, stored } from './stored.ts'

/** How a page gets its texts in each language but English, which is in the code. */
export type TextLoaders = Readonly<Record<Exclude<Language, 'en'>, () => Promise<Texts>>>

const STORAGE_KEY = 'latchkey-language'

let loaders: TextLoaders | undefined
let chosen: Language = 'en'
let known: Texts = {}
const listeners = new Set<() => void>()

/** Sets where the page's texts come from, before a language is shown. */
export function offerTexts(offered: TextLoaders): void {
  loaders = offered
}

export function language(): Language {
  return chosen
}

/** The text in the chosen language; the English one itself where that is the language. */
export function translated(text: string): string {
  return known[text] ?? text
}

/** The language that was chosen before, on any page of this site, or else the first of the browser's that there is. */
export function preferredLanguage(): Language {
  return firstLanguage([stored(STORAGE_KEY) ?? '', ...navigator.languages])
}

/** Loads a language and shows everything in it. @throws when its texts cannot be loaded; nothing changes then */
export async function showLanguage(next: Language): Promise<void> {
  known = next === 'en' ? {} : ((await loaders?.[next]()) ?? {})
  chosen = next
  // Setting it to what it is would have the browser find the style of everything again.
  if (document.documentElement.lang !== next) document.documentElement.lang = next
  for (const listener of listeners) listener()
}

/** Like `showLanguage`, and remembered for the next visit. */
export async function chooseLanguage(next: Language): Promise<void> {
  await showLanguage(next)
  store(STORAGE_KEY, next)
}

/** A language that is chosen in one tab is that of all. @returns the end of it */
export function followLanguage(): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    const next = LANGUAGES.find((one) => one === newValue)
    if (key === STORAGE_KEY && next !== undefined) void showLanguage(next).catch(() => undefined)
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
