import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'
import { escapeHtml } from '#protocol/display/escape-html.ts'
import { afterPage, buildScript } from './build-page.ts'
import { docsSources } from './docs-pages.ts'
import { renderDocs, type DocsHeading, type DocsPage } from './render-docs.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const IMAGES = 'docs/images'

/** After the console: builds the documentation of this version below `docs/` beside it. */
export function buildDocs(outDir: string): Plugin {
  return afterPage('build-docs', async () => {
    const folder = join(outDir, 'docs')
    writeDocs(folder)
    const lib = {
      entry: 'src/web/docs/main.ts',
      name: 'docs',
      fileName: () => 'docs.js',
      cssFileName: 'docs',
    }
    await buildScript({ lib, outDir: folder })
  })
}

/** The pages, their pictures and `search.json`: relative links only, so that they can be served from anywhere. */
export function writeDocs(folder: string): DocsPage[] {
  const pages = renderDocs(ROOT, docsSources(ROOT))
  mkdirSync(join(folder, 'images'), { recursive: true })
  for (const name of readdirSync(join(ROOT, IMAGES)))
    copyFileSync(join(ROOT, IMAGES, name), join(folder, 'images', name))
  for (const page of pages) writeFileSync(join(folder, `${page.slug}.html`), pageHtml(page, pages))
  writeFileSync(join(folder, 'search.json'), JSON.stringify(pages.flatMap(({ parts }) => parts)))
  return pages
}

function pageHtml(page: DocsPage, pages: readonly DocsPage[]): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <link rel="icon" href="../icon.svg" type="image/svg+xml" />
    <script src="../theme.js"></script>
    <link rel="stylesheet" href="docs.css" />
    <script src="docs.js" defer></script>
    <title>${escapeHtml(page.title)} · Latchkey</title>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the text</a>
    <header>
      <a class="brand" href="index.html"><img src="../icon.svg" alt="" width="24" height="24" />Latchkey</a>
      <button type="button" popovertarget="pages">Pages</button>
      <search>
        <input id="search" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" hidden />
        <div id="results" hidden></div>
      </search>
    </header>
    <nav id="pages" popover aria-label="Pages">${pageList(page, pages)}</nav>
    <main id="content">
${page.html}
    </main>
    ${onThisPage(page.headings)}
    <footer>Documentation of Latchkey ${version()}, served by the server that you read it from.</footer>
  </body>
</html>
`
}

function pageList(current: DocsPage, pages: readonly DocsPage[]): string {
  const sections = [...new Set(pages.map(({ section }) => section))].filter((section) => section !== '')
  return sections
    .map((section) => {
      const links = pages
        .filter((page) => page.section === section)
        .map(({ slug, title }) => {
          const mark = slug === current.slug ? ' aria-current="page"' : ''
          return `<li><a href="${slug}.html"${mark}>${escapeHtml(title)}</a></li>`
        })
      return `<h2>${section}</h2><ul>${links.join('')}</ul>`
    })
    .join('')
}

function onThisPage(headings: readonly DocsHeading[]): string {
  if (headings.length < 2) return ''
  const links = headings.map(
    ({ id, text, depth }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="here" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>`
}

function version(): string {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
