import { readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { Marked, Renderer, type Token, type Tokens } from 'marked'
import { escapeHtml } from '#protocol/display/escape-html.ts'
import type { DocsSource } from './docs-pages.ts'

export type DocsHeading = { id: string; text: string; depth: number }
/** What stands below one heading, for the search. */
export type DocsPart = { url: string; page: string; heading: string; text: string }
export type DocsPage = {
  slug: string
  section: string
  title: string
  html: string
  headings: DocsHeading[]
  parts: DocsPart[]
}

type Draft = { source: DocsSource; slug: string; title: string; tokens: Token[] }
type Rendered = { drafts: Draft[]; ids: Map<Token, string>; addresses: Map<string, string> }

const markdown = new Marked()

/**
 * The pages of some documents: links between documents lead to pages, and those to other files of the repository, which
 * the pages are not served with, are text. Reads the documents.
 */
export function renderDocs(root: string, sources: readonly DocsSource[]): DocsPage[] {
  const drafts = sources.flatMap((source) => draftsOf(source, readFileSync(join(root, source.file), 'utf8')))
  const ids = new Map<Token, string>()
  const addresses = new Map<string, string>()
  for (const { source, slug, tokens } of drafts) {
    // The first page of a document is where links to the whole of it lead.
    if (!addresses.has(source.file)) addresses.set(source.file, `${slug}.html`)
    const taken = new Set<string>()
    for (const heading of tokens.filter(isHeading)) {
      const id = freeId(anchorOf(textOf(heading)), taken)
      ids.set(heading, id)
      const address = `${source.file}#${id}`
      if (!addresses.has(address)) addresses.set(address, `${slug}.html#${id}`)
    }
  }
  return drafts.map((draft) => render(draft, { drafts, ids, addresses }))
}

function draftsOf(source: DocsSource, text: string): Draft[] {
  const tokens = [...markdown.lexer(text)]
  const first = tokens.find(isHeading)
  const title = source.title ?? (first === undefined ? source.slug : textOf(first))
  if (source.byChapter !== true) return [{ source, slug: source.slug, title, tokens }]
  const chapters: Draft[] = [{ source, slug: source.slug, title, tokens: [] }]
  for (const token of tokens) {
    if (isHeading(token) && token.depth === 2) {
      const name = textOf(token)
      chapters.push({ source, slug: `${source.slug}-${anchorOf(name)}`, title: name, tokens: [] })
    }
    // A chapter's heading is its page's title.
    const isRaised = chapters.length > 1 && isHeading(token)
    chapters.at(-1)?.tokens.push(isRaised ? { ...token, depth: token.depth - 1 } : token)
  }
  return chapters
}

function render(draft: Draft, rendered: Rendered): DocsPage {
  const { source, slug, title, tokens } = draft
  const { ids } = rendered
  const pages = new Marked({ renderer: rendererFor(source.file, rendered) })
  const parts: { heading: string; id: string; tokens: Token[] }[] = []
  for (const token of tokens) {
    if (isHeading(token)) parts.push({ heading: textOf(token), id: ids.get(token) ?? '', tokens: [] })
    else parts.at(-1)?.tokens.push(token)
  }
  return {
    slug,
    section: source.section,
    title,
    html: pages.parser(tokens),
    headings: tokens
      .filter(isHeading)
      .filter(({ depth }) => depth === 2 || depth === 3)
      .map((heading) => ({ id: ids.get(heading) ?? '', text: textOf(heading), depth: heading.depth })),
    parts: parts.map(({ heading, id, tokens: below }) => ({
      url: `${slug}.html#${id}`,
      page: title,
      heading,
      text: plainText(pages.parser(below)),
    })),
  }
}

/** Marked calls these with itself as `this`. */
function rendererFor(file: string, { ids, addresses }: Rendered) {
  return {
    heading(this: Renderer, token: Tokens.Heading) {
      const content = this.parser.parseInline(token.tokens)
      const id = ids.get(token) ?? ''
      return `<h${token.depth} id="${id}"><a href="#${id}">${content}</a></h${token.depth}>\n`
    },
    link(this: Renderer, { href, tokens }: Tokens.Link) {
      const content = this.parser.parseInline(tokens)
      const target = targetOf(file, href, addresses)
      return target === undefined ? content : `<a href="${escapeHtml(target)}">${content}</a>`
    },
    image: ({ href, text }: Tokens.Image) =>
      `<img src="images/${basename(href)}" alt="${escapeHtml(text)}" loading="lazy" />`,
    // The word after the language is the name of the file that it is.
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

/** Where a link of a document leads among the pages; undefined for a file that is no page. */
function targetOf(file: string, href: string, addresses: ReadonlyMap<string, string>): string | undefined {
  // The parser makes links of mail addresses too: those are examples.
  if (/^[a-z]+:/.test(href)) return href.startsWith('mailto:') ? undefined : href
  const [path = '', anchor] = href.split('#')
  const document = path === '' ? file : posix.join(posix.dirname(file), path)
  return addresses.get(anchor === undefined ? document : `${document}#${anchor}`)
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

function textOf(heading: Tokens.Heading): string {
  return heading.text.replaceAll('`', '')
}

/** As other viewers of Markdown make it, so that a link into a document works everywhere. */
function anchorOf(heading: string): string {
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
