import { render, type ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Language, Texts } from '#protocol/display/language.ts'
import {
  followLanguage,
  language,
  offerTexts,
  preferredLanguage,
  showLanguage,
  subscribeToLanguage,
} from './text.ts'

type Page = {
  App: ComponentType
  title: () => string
  /** Texts of all languages but English, by the paths of their catalogs (`…/texts/de.json`). */
  catalogues: Readonly<Record<string, Texts>>
  /** Called each time a language is shown. */
  onLanguage?: () => void
}

/** Texts that every page uses. */
const shared = import.meta.glob<Texts>(['./texts/*.json', '../../protocol/display/texts/*.json'], {
  eager: true,
  import: 'default',
})

/**
 * Renders a page in the preferred language, and again when another language is chosen. Typed values are kept.
 */
export async function startPage({ App, title, catalogues, onLanguage }: Page): Promise<void> {
  const all = [...Object.entries(shared), ...Object.entries(catalogues)]
  const loadTexts = async (one: Language): Promise<Texts> =>
    Object.assign({}, ...all.flatMap(([path, texts]) => (path.endsWith(`/${one}.json`) ? [texts] : [])))
  offerTexts({ de: () => loadTexts('de'), es: () => loadTexts('es') })
  subscribeToLanguage(() => {
    document.title = title()
    onLanguage?.()
  })
  await showLanguage(preferredLanguage())
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no element with the id "root"')
  render(<Translated App={App} />, root)
}

function Translated({ App }: Pick<Page, 'App'>) {
  const [, redraw] = useState(language)
  useEffect(() => subscribeToLanguage(() => redraw(language())), [])
  useEffect(followLanguage, [])
  return <App />
}
