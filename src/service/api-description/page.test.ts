import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import { describe, expect, test } from 'vitest'
import { escapeHtml } from '#protocol/display/escape-html.ts'
import { ERRORS } from '#protocol/errors.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { renderOperations } from '#service/testing/render-operations.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { TABLE_ROWS } from '#service/testing/table-rows.ts'
import { openApiDocument } from './openapi-document.ts'
import { PAGE_STYLE, sentence, renderPage } from './page.ts'
import { renderContents } from './render-markdown.ts'

const CONTENTS = fileURLToPath(new URL('../../../docs/api.md', import.meta.url))
const OPERATIONS = fileURLToPath(new URL('../../../widget/server/operations.ts', import.meta.url))
const STYLE = new URL('../../../.oxfmtrc.json', import.meta.url)
const TOKENS = fileURLToPath(new URL('../../protocol/theme/tokens.css', import.meta.url))

const world = await forFile(serviceWorld.api())
const get = (path: string, init: RequestInit = {}) =>
  world.fetch(new Request(`http://service.test${path}`, init))

describe('GET /v1/openapi.json', () => {
  test('behavior: returns the document without a key, and 304 to a client that has it', async () => {
    const response = await get('/v1/openapi.json')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('x-request-id')).toBeTruthy()
    expect(await response.json()).toEqual(
      JSON.parse(JSON.stringify(openApiDocument(world.ctx.settings.publicUrl))),
    )
    const again = await get('/v1/openapi.json', {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  test.each(['/v1/openapi.json', '/v1/docs'])('error: another method of %s → 405', async (path) => {
    const answer = await world.call('POST', path)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })
})

describe('GET /v1/docs', () => {
  test('behavior: the page may load and run nothing', async () => {
    const response = await get('/v1/docs')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]{44}'; base-uri 'none'/)
    const page = await response.text()
    expect(page).not.toMatch(/<(script|link|img|iframe|form|object)|javascript:|\son[a-z]+=|\sstyle=/i)
    expect([...page.matchAll(/(?:href|src)="([^"#][^"]*)"/g)].map(([, url]) => url)).toEqual([
      '/v1/openapi.json',
    ])
  })

  test('behavior: every endpoint has a section with an anchor, and every link leads to a target', async () => {
    const page = await (await get('/v1/docs')).text()
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(TABLE_ROWS.map(({ name }) => name)))
    expect(ids).toEqual(expect.arrayContaining(Object.keys(ERRORS).map((code) => `error-${code}`)))
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
    for (const { row } of TABLE_ROWS) {
      expect(page).toContain(escapeHtml(row.summary))
      if (row.scope !== null) expect(page).toContain(`<code>${row.scope}</code>`)
    }
  })

  test('behavior: its colors are the theme’s, for light and dark', async () => {
    const tokens = await readFile(TOKENS, 'utf8')
    const colours = PAGE_STYLE.match(/light-dark\([^)]*\)/g) ?? []
    expect(colours.length).toBeGreaterThan(5)
    for (const colour of colours) expect(tokens).toContain(colour)
  })

  test('error: words of the tables cannot become markup', () => {
    const document = openApiDocument('http://localhost:4000')
    const hostile = { ...document, info: { ...document.info, title: '<img src=x onerror=alert(1)>' } }
    expect(renderPage(hostile)).not.toContain('<img')
    expect(sentence('`<b>` & "c"')).toBe('<code>&lt;b&gt;</code> &amp; &quot;c&quot;')
  })
})

test('behavior: docs/api.md has the groups of the tables (run vitest with -u to rewrite it)', async () => {
  await expect(renderContents(openApiDocument('http://localhost:4000'))).toMatchFileSnapshot(CONTENTS)
})

test('behavior: the methods and types of latchkey/server match the tables (vitest with -u writes the file)', async () => {
  const source = renderOperations(openApiDocument('http://localhost:4000'))
  const { code } = await format(OPERATIONS, source, JSON.parse(await readFile(STYLE, 'utf8')))
  await expect(code).toMatchFileSnapshot(OPERATIONS)
})
