/** Languages of the pages and mails. English is in the code itself; the others are catalogs (ADR 0025). */
export const LANGUAGES = ['en', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]
/** The name of each language in that language, for people who cannot read the current language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', es: 'Español' }

/** The texts of a language, keyed by the English text. */
export type Texts = Readonly<Record<string, string>>

/** The first supported language among tags such as `de-AT`, else English. */
export function firstLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const found = LANGUAGES.find((one) => one === tag.trim().split('-')[0]?.toLowerCase())
    if (found !== undefined) return found
  }
  return 'en'
}

/** The language that an `Accept-Language` header prefers (RFC 9110, 12.5.4). English if there is no header. */
export function acceptedLanguage(header: string | null | undefined): Language {
  const ranges = (header ?? '').split(',').map((range) => {
    const [tag = '', quality] = range.split(';')
    return { tag, weight: Number(/^\s*q=([\d.]+)\s*$/.exec(quality ?? 'q=1')?.[1] ?? 0) }
  })
  const wanted = ranges.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  return firstLanguage(wanted.map(({ tag }) => tag))
}
