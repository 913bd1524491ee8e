/** Languages other than English. Each has its own file. */
export const LANGUAGES = ['ar', 'de', 'es', 'fr', 'it', 'ja', 'pt', 'zh'] as const
type LanguageTag = (typeof LANGUAGES)[number]

/**
 * The first supported language among some tags, compared by language only: `de-AT` is German, `zh-Hans`
 * Chinese. Undefined means English, either requested or as the fallback.
 */
export function matchLanguage(tags: readonly (string | null | undefined)[]): LanguageTag | undefined {
  for (const tag of tags) {
    const language = /^[a-z]+/i.exec(tag ?? '')?.[0].toLowerCase()
    if (language === 'en') return undefined
    const found = LANGUAGES.find((candidate) => candidate === language)
    if (found !== undefined) return found
  }
  return undefined
}
