import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Window } from 'happy-dom'
import { afterAll, expect, test } from 'vitest'
import { openApiDocument } from '#service/api-description/openapi-document.ts'
import { renderMarkdown } from '#service/api-description/render-markdown.ts'
import { writeDocs } from './build-docs.ts'
import { llmsText } from './docs-markdown.ts'
import { docsSources } from './docs-pages.ts'

const ROOT = new URL('../../..', import.meta.url).pathname
const folder = await mkdtemp(join(tmpdir(), 'latchkey-docs-'))
const pages = writeDocs(folder, {
  'docs/api.md': renderMarkdown(openApiDocument('http://localhost:4000')),
})
afterAll(() => rm(folder, { recursive: true }))

const files = new Set(await readdir(folder, { recursive: true }))
const { DOMParser } = new Window()
const documents = await Promise.all(
  pages.map(async ({ slug }) => {
    const html = await readFile(join(folder, `${slug}.html`), 'utf8')
    return { name: `${slug}.html`, html, dom: new DOMParser().parseFromString(html, 'text/html') }
  }),
)
const idsOf = new Map(
  documents.map(({ name, dom }) => [name, new Set([...dom.querySelectorAll('[id]')].map(({ id }) => id))]),
)
/** Files next to the pages that come from the console's folder and other build steps. */
const BESIDE = new Set(['docs.css', 'docs.js', '../theme.js', '../icon.svg'])

test('behavior: every document for users is a page, and the API has one page per chapter', () => {
  expect([...idsOf.keys()]).toEqual(
    expect.arrayContaining([
      'index.html',
      'quickstart.html',
      'widget.html',
      'self-hosting.html',
      'example-next.html',
      'moving-from-privy.html',
      'api.html',
      'api-organization-webhooks.html',
      'threat-model.html',
      'adr-0001-the-house.html',
    ]),
  )
})

test('param: every file of docs is in the list of pages', async () => {
  const listed = new Set(docsSources(ROOT).map(({ file }) => file))
  const names = await readdir(join(ROOT, 'docs'), { recursive: true })
  const files = names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)
  expect(files.filter((file) => !listed.has(file))).toEqual([])
})

test('behavior: every link leads to an existing page and heading, and every picture exists', () => {
  const wrong = documents.flatMap(({ name, dom }) =>
    [...dom.querySelectorAll('[href], [src]')]
      .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
      .filter((address) => !/^https?:/.test(address) && !BESIDE.has(address))
      .filter((address) => {
        const [path = '', id] = address.split('#')
        const file = path === '' ? name : path
        return !files.has(file) || (id !== undefined && idsOf.get(file)?.has(id) !== true)
      })
      .map((address) => `${name}: ${address}`),
  )
  expect(wrong).toEqual([])
})

test('behavior: a link between documents leads to the chapter with the heading, and a link to another file becomes text', () => {
  const moving = documents.find(({ name }) => name === 'moving-from-privy.html')
  expect(moving?.html).toContain(
    '<a href="api-organization-policies.html#organization-policies">policies</a>',
  )
  const start = documents.find(({ name }) => name === 'index.html')
  expect(start?.html).toContain('<a href="widget.html">The widget</a>')
  expect(start?.html).not.toContain('CONTRIBUTING.md"')
  expect(start?.html).toContain('How to work on it: CONTRIBUTING.md.')
})

test('behavior: each page is also Markdown, whose links lead to Markdown', async () => {
  const texts = await Promise.all(
    pages.map(async ({ slug }) => ({
      name: `${slug}.md`,
      text: await readFile(join(folder, `${slug}.md`), 'utf8'),
    })),
  )
  expect(texts.filter(({ text }) => !/^(# |<)/.test(text)).map(({ name }) => name)).toEqual([])
  const isWrong = (address: string) =>
    !/^(https?:|#)/.test(address) &&
    (!files.has(address.split('#')[0] ?? '') || !/^(images\/|[\w-]+\.md(#|$))/.test(address))
  const wrong = texts.flatMap(({ name, text }) =>
    [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, address = '']) => address)
      .filter(isWrong)
      .map((address) => `${name}: ${address}`),
  )
  expect(wrong).toEqual([])
  const webhooks = texts.find(({ name }) => name === 'api-webhooks.md')
  expect(webhooks?.text).toMatch(/^# Webhooks\n/)
  expect(texts.find(({ name }) => name === 'index.md')?.text).toContain('[Self-hosting](self-hosting.md)')
})

test('behavior: llms.txt lists the Markdown of every page once, by section', () => {
  const text = llmsText('Passkey wallets.', pages)
  expect(text).toMatch(
    /^# Latchkey\n\n> Passkey wallets\.\n\n## Start\n\n- \[What Latchkey is\]\(docs\/index\.md\)\n/,
  )
  const linked = [...text.matchAll(/^- \[.+\]\(docs\/(.+)\.md\)$/gm)].map(([, slug = '']) => slug)
  expect(linked.toSorted()).toEqual(pages.map(({ slug }) => slug).toSorted())
  expect(text.slice(text.indexOf('## Optional'))).toContain('docs/adr-0001-the-house.md')
})

test('behavior: a strict policy blocks nothing in a page', () => {
  const refused = documents.flatMap(({ name, dom }) =>
    [...dom.querySelectorAll('*')]
      .filter(
        (element) =>
          element.tagName === 'STYLE' ||
          (element.tagName === 'SCRIPT' && element.textContent !== '') ||
          element.getAttributeNames().some((attribute) => /^(style|on.*)$/.test(attribute)),
      )
      .map((element) => `${name}: ${element.tagName}`),
  )
  expect(refused).toEqual([])
})

test('behavior: the search index has the readable text below each heading', async () => {
  const parts: { url: string; heading: string; text: string }[] = JSON.parse(
    await readFile(join(folder, 'search.json'), 'utf8'),
  )
  const headings = documents.flatMap(({ name, dom }) =>
    [...dom.querySelectorAll('main :is(h1, h2, h3, h4)[id]')].map(({ id }) => `${name}#${id}`),
  )
  expect(parts.map(({ url }) => url)).toEqual(headings)
  const part = parts.find(({ heading }) => heading === 'Email a 6-digit verification code')
  expect(part?.url).toBe('api-wallets.html#email-a-6-digit-verification-code')
  expect(part?.text).toContain(`-d '{"email":"ada@example.com"}'`)
})
