/** The languages of the console. English is in the code itself; the others are loaded when they are chosen. */
export const LANGUAGES = ['en', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]
/** Each in its own words, for people who cannot read the present one. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', es: 'Español' }

type Texts = Readonly<Record<string, string>>
const STORAGE_KEY = 'latchkey-language'
const LOADERS: Record<Language, () => Promise<Texts>> = {
  en: async () => ({}),
  de: () => import('./texts-de.ts').then(({ texts }) => texts),
  es: () => import('./texts-es.ts').then(({ texts }) => texts),
}

let chosen: Language = 'en'
let known: Texts = {}
const listeners = new Set<() => void>()

export function language(): Language {
  return chosen
}

/** The text in the chosen language; the English one itself where that is the language. */
export function translated(text: string): string {
  return known[text] ?? text
}

/** The language that was chosen before, or else the first of the browser's that the console has. */
export function preferredLanguage(): Language {
  for (const tag of [storedLanguage() ?? '', ...navigator.languages]) {
    const found = LANGUAGES.find((one) => one === tag.split('-')[0])
    if (found !== undefined) return found
  }
  return 'en'
}

/** Loads a language and shows everything in it. @throws when its texts cannot be loaded; nothing changes then */
export async function showLanguage(next: Language): Promise<void> {
  known = await LOADERS[next]()
  chosen = next
  // Setting it to what it is would have the browser find the style of everything again.
  if (document.documentElement.lang !== next) document.documentElement.lang = next
  for (const listener of listeners) listener()
}

/** Like `showLanguage`, and remembered for the next visit. */
export async function chooseLanguage(next: Language): Promise<void> {
  await showLanguage(next)
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
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

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
