import { basename } from 'node:path'
import type { Token, Tokens } from 'marked'

/** A link or picture of a document. The text of a link may be code. */
const LINK = /(!?)\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/g

/**
 * Returns a page as Markdown, for programs that read text. Links lead to the Markdown of other pages.
 *
 * @param resolve returns the HTML page that a link leads to. Undefined for a file that is not served: the link becomes
 * text.
 */
export function pageMarkdown(
  tokens: readonly Token[],
  resolve: (href: string) => string | undefined,
): string {
  const blocks = tokens.map((token) => {
    if (token.type === 'code') return token.raw
    // The heading of a chapter has the depth of its page.
    const text = isHeading(token) ? token.raw.replace(/^#+/, '#'.repeat(token.depth)) : token.raw
    return text.replaceAll(LINK, (_whole, mark: string, label: string, href: string) => {
      if (mark !== '') return `![${label}](images/${basename(href)})`
      const target = resolve(href)
      return target === undefined ? label : `[${label}](${toMarkdown(target)})`
    })
  })
  return `${blocks.join('').trimEnd()}\n`
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

function toMarkdown(target: string): string {
  return target.replace(/^([\w-]+)\.html/, '$1.md')
}

type ListedPage = { slug: string; section: string; title: string }

/** Section of the pages that are not in the list of pages. A reader with little room can skip it (llmstxt.org). */
const OPTIONAL = 'Optional'

/** Returns `/llms.txt`, the list of all pages as Markdown in the format of llmstxt.org. */
export function llmsText(description: string, pages: readonly ListedPage[]): string {
  const chooseSection = ({ section }: ListedPage) => (section === '' ? OPTIONAL : section)
  const listed = new Set(pages.map(chooseSection))
  listed.delete(OPTIONAL)
  const sections = [...listed, OPTIONAL].map((name) => {
    const links = pages
      .filter((page) => chooseSection(page) === name)
      .map(({ slug, title }) => `- [${title}](docs/${slug}.md)`)
    return `## ${name}\n\n${links.join('\n')}\n`
  })
  return [`# Latchkey\n`, `> ${description}\n`, ...sections].join('\n')
}
