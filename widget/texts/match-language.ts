/** Languages besides English; each is a file of its own. */
export const LANGUAGES = ['ar', 'de', 'es', 'fr', 'it', 'ja', 'pt', 'zh'] as const
type LanguageTag = (typeof LANGUAGES)[number]

/**
 * The first of some language tags that the widget has, by its language alone: `de-AT` is German, `zh-Hans` Chinese.
 * `undefined` is English: asked for, or for want of another.
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
