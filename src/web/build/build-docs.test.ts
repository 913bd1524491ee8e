import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Window } from 'happy-dom'
import { afterAll, expect, test } from 'vitest'
import { openApiDocument } from '#service/api-description/openapi-document.ts'
import { renderMarkdown } from '#service/api-description/render-markdown.ts'
import { writeDocs } from './build-docs.ts'
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
/** What the console's folder and the rest of the build put beside the pages. */
const BESIDE = new Set(['docs.css', 'docs.js', '../theme.js', '../icon.svg'])

test('behavior: every document of the repository for people who use it is a page, the API by chapter', () => {
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

test('behavior: every link leads to a page and a heading that it has, and every picture is there', () => {
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

test('behavior: a link between documents leads to the chapter that has the heading; one to another file is text', () => {
  const moving = documents.find(({ name }) => name === 'moving-from-privy.html')
  expect(moving?.html).toContain(
    '<a href="api-organization-policies.html#organization-policies">policies</a>',
  )
  const start = documents.find(({ name }) => name === 'index.html')
  expect(start?.html).toContain('<a href="widget.html">The widget</a>')
  expect(start?.html).not.toContain('CONTRIBUTING.md"')
  expect(start?.html).toContain('How to work on it: CONTRIBUTING.md.')
})

test('behavior: nothing in a page is refused by a strict policy', () => {
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

test('behavior: the search knows what stands below each heading, as it is read', async () => {
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
