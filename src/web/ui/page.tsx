import type { ComponentChildren, VNode } from 'preact'
import { LANGUAGE_NAMES, LANGUAGES } from '#protocol/display/language.ts'
import { chooseLanguage, language, t } from './text.ts'

type PageProps = { title: string; lede: string; foot: string; children: ComponentChildren }

/** A page with a single screen: its title, purpose, content and notes. */
export function Page({ title, lede, foot, children }: PageProps): VNode {
  return (
    <>
      <header>
        <h1>{title}</h1>
        <LanguageSelect />
      </header>
      <main class="stack">
        <p class="muted">{lede}</p>
        {children}
      </main>
      <footer class="hint">{foot}</footer>
    </>
  )
}

/** Selects the page's language. Each language is listed by its own name. */
export function LanguageSelect(): VNode {
  return (
    <select
      aria-label={t('Language')}
      value={language()}
      onChange={({ currentTarget }) => {
        const next = LANGUAGES.find((one) => one === currentTarget.value)
        if (next !== undefined) void chooseLanguage(next).catch(() => undefined)
      }}
    >
      {LANGUAGES.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGE_NAMES[one]}
        </option>
      ))}
    </select>
  )
}
