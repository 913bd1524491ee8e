import { loadFile } from '#widget/load-file.ts'
import { parseApiUrl } from '#widget/settings.ts'
import { en } from './en.ts'
import { matchLanguage } from './match-language.ts'
import type { Messages } from './messages.ts'

/**
 * The texts for the first language tag, such as `de-AT`, that the widget supports. English is bundled. It is
 * the fallback for other tags, and for a language that cannot be loaded.
 */
export async function loadMessages(
  apiUrl: string | null,
  tags: readonly (string | null)[],
): Promise<Messages> {
  const language = matchLanguage(tags)
  if (language === undefined) return en
  try {
    return (await loadFile(parseApiUrl(apiUrl), `language-${language}`)) ?? en
  } catch {
    return en
  }
}
