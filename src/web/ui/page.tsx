import type { ComponentChildren } from 'preact'
import { LANGUAGE_NAMES, LANGUAGES } from '#protocol/display/language.ts'
import { chooseLanguage, language, t } from './text.ts'

type PageProps = { title: string; lede: string; foot: string; children: ComponentChildren }

/** A page that is one screen: what it is for, what can be done, and what to know of it. */
export function Page({ title, lede, foot, children }: PageProps) {
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

/** The language of the page, each by its own name. */
export function LanguageSelect() {
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
