import type { ComponentChildren } from 'preact'
import { LanguageSelect } from './language-select.tsx'

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
