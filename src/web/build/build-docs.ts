import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, basename, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked, Renderer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'
import { escapeHtml } from '#protocol/display/escape-html.ts'
import { afterPage, buildScript } from './build-page.ts'
import { llmsText, pageMarkdown } from './docs-markdown.ts'
import { docsSources, type DocsSource } from './docs-pages.ts'
import { KEPT_SCRIPT } from './keep-scripts.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const IMAGES = 'docs/images'

/** Texts of generated documents, by path. */
export type GeneratedDocs = Readonly<Record<string, string>>

/**
 * Builds this version's documentation after the console: the folder `docs/` with each page as HTML and as Markdown, and
 * `llms.txt` next to the folder.
 */
export function buildDocs(outDir: string, generate: () => Promise<GeneratedDocs>): Plugin {
  return afterPage('build-docs', async () => {
    const folder = join(outDir, 'docs')
    const pages = writeDocs(folder, await generate())
    writeFileSync(join(outDir, 'llms.txt'), llmsText(readPackage().description, pages))
    const lib = {
      entry: 'src/web/docs/main.ts',
      name: 'docs',
      fileName: () => 'docs.js',
      cssFileName: 'docs',
    }
    await buildScript({ lib, outDir: folder })
  })
}

/** Writes the pages, their pictures and `search.json`. All links are relative, so the pages work under any URL. */
export function writeDocs(folder: string, generated: GeneratedDocs): DocsPage[] {
  const pages = renderDocs(ROOT, docsSources(ROOT), generated)
  mkdirSync(join(folder, 'images'), { recursive: true })
  for (const name of readdirSync(join(ROOT, IMAGES)))
    copyFileSync(join(ROOT, IMAGES, name), join(folder, 'images', name))
  for (const page of pages) {
    writeFileSync(join(folder, `${page.slug}.html`), pageHtml(page, pages))
    writeFileSync(join(folder, `${page.slug}.md`), page.markdown)
  }
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
    ${KEPT_SCRIPT} src="../theme.js"></script>
    <link rel="stylesheet" href="docs.css" />
    <link rel="alternate" href="${page.slug}.md" type="text/markdown" />
    ${KEPT_SCRIPT} src="docs.js" defer></script>
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
    <footer>
      Documentation of Latchkey ${readPackage().version}, served by the server that you read it from.
      <a href="${page.slug}.md">This page as Markdown</a>
    </footer>
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

const packageSchema = z.object({ version: z.string(), description: z.string() })

function readPackage(): z.infer<typeof packageSchema> {
  return packageSchema.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
}

export type DocsHeading = { id: string; text: string; depth: number }
/** The text below one heading, for the search. */
export type DocsPart = { url: string; page: string; heading: string; text: string }
export type DocsPage = {
  slug: string
  section: string
  title: string
  html: string
  markdown: string
  headings: DocsHeading[]
  parts: DocsPart[]
}

type Draft = { source: DocsSource; slug: string; title: string; tokens: Token[] }
type Rendered = { drafts: Draft[]; ids: Map<Token, string>; addresses: Map<string, string> }

const markdown = new Marked()

/**
 * Renders documents as pages. Links between documents lead to pages. Links to other files of the repository
 * become text, because those files are not served. Reads the documents that are not generated.
 */
export function renderDocs(
  root: string,
  sources: readonly DocsSource[],
  generated: GeneratedDocs,
): DocsPage[] {
  const readText = (file: string) => generated[file] ?? readFileSync(join(root, file), 'utf8')
  const drafts = sources.flatMap((source) => readDrafts(source, readText(source.file)))
  const ids = new Map<Token, string>()
  const addresses = new Map<string, string>()
  for (const { source, slug, tokens } of drafts) {
    // Links to a whole document lead to its first page.
    if (!addresses.has(source.file)) addresses.set(source.file, `${slug}.html`)
    const taken = new Set<string>()
    for (const heading of tokens.filter(isHeading)) {
      const id = freeId(toAnchor(formatHeading(heading)), taken)
      ids.set(heading, id)
      const address = `${source.file}#${id}`
      if (!addresses.has(address)) addresses.set(address, `${slug}.html#${id}`)
    }
  }
  return drafts.map((draft) => render(draft, { drafts, ids, addresses }))
}

function readDrafts(source: DocsSource, text: string): Draft[] {
  const tokens = [...markdown.lexer(text)]
  const first = tokens.find(isHeading)
  const title = source.title ?? (first === undefined ? source.slug : formatHeading(first))
  if (source.byChapter !== true) return [{ source, slug: source.slug, title, tokens }]
  const chapters: Draft[] = [{ source, slug: source.slug, title, tokens: [] }]
  for (const token of tokens) {
    if (isHeading(token) && token.depth === 2) {
      const name = formatHeading(token)
      chapters.push({ source, slug: `${source.slug}-${toAnchor(name)}`, title: name, tokens: [] })
    }
    // A chapter's heading becomes its page's title.
    const isRaised = chapters.length > 1 && isHeading(token)
    chapters.at(-1)?.tokens.push(isRaised ? { ...token, depth: token.depth - 1 } : token)
  }
  return chapters
}

function render(draft: Draft, rendered: Rendered): DocsPage {
  const { source, slug, title, tokens } = draft
  const { ids, addresses } = rendered
  const pages = new Marked({ renderer: rendererFor(source.file, rendered) })
  const parts: { heading: string; id: string; tokens: Token[] }[] = []
  for (const token of tokens) {
    if (isHeading(token)) parts.push({ heading: formatHeading(token), id: ids.get(token) ?? '', tokens: [] })
    else parts.at(-1)?.tokens.push(token)
  }
  return {
    slug,
    section: source.section,
    title,
    html: pages.parser(tokens),
    markdown: pageMarkdown(tokens, (href) => resolveTarget(source.file, href, addresses)),
    headings: tokens
      .filter(isHeading)
      .filter(({ depth }) => depth === 2 || depth === 3)
      .map((heading) => ({ id: ids.get(heading) ?? '', text: formatHeading(heading), depth: heading.depth })),
    parts: parts.map(({ heading, id, tokens: below }) => ({
      url: `${slug}.html#${id}`,
      page: title,
      heading,
      text: plainText(pages.parser(below)),
    })),
  }
}

/** The rendering functions. Marked calls them with its renderer as `this`. */
function rendererFor(file: string, { ids, addresses }: Rendered) {
  return {
    heading(this: Renderer, token: Tokens.Heading) {
      const content = this.parser.parseInline(token.tokens)
      const id = ids.get(token) ?? ''
      return `<h${token.depth} id="${id}"><a href="#${id}">${content}</a></h${token.depth}>\n`
    },
    link(this: Renderer, { href, tokens }: Tokens.Link) {
      const content = this.parser.parseInline(tokens)
      const target = resolveTarget(file, href, addresses)
      return target === undefined ? content : `<a href="${escapeHtml(target)}">${content}</a>`
    },
    image: ({ href, text }: Tokens.Image) =>
      `<img src="images/${basename(href)}" alt="${escapeHtml(text)}" loading="lazy" />`,
    // The word after the language is the file's name.
    code({ text, lang = '' }: Tokens.Code) {
      const name = lang.split(' ')[1]
      const caption = name === undefined ? '' : `<figcaption>${escapeHtml(name)}</figcaption>`
      return `<figure>${caption}<pre tabindex="0"><code>${escapeHtml(text)}</code></pre></figure>\n`
    },
    table(this: Renderer, token: Tokens.Table) {
      return `<div class="wide" tabindex="0" role="group" aria-label="Table">${Renderer.prototype.table.call(this, token)}</div>\n`
    },
  }
}

/** The page that a document's link leads to. Undefined if the file is not a page. */
function resolveTarget(
  file: string,
  href: string,
  addresses: ReadonlyMap<string, string>,
): string | undefined {
  // The parser also links mail addresses. They are examples, so they stay text.
  if (/^[a-z]+:/.test(href)) return href.startsWith('mailto:') ? undefined : href
  const [path = '', anchor] = href.split('#')
  const document = path === '' ? file : posix.join(posix.dirname(file), path)
  return addresses.get(anchor === undefined ? document : `${document}#${anchor}`)
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

function formatHeading(heading: Tokens.Heading): string {
  return heading.text.replaceAll('`', '')
}

/** Builds a heading's anchor like other Markdown viewers, so that a link into a document works everywhere. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted
  for (let number = 1; taken.has(id); number += 1) id = `${wanted}-${number}`
  taken.add(id)
  return id
}

function plainText(html: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(lt|gt|quot|amp|#39);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
