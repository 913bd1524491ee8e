import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBrotliDecompress } from 'node:zlib'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageAnswer, PagePainter, PageVisit } from '#shared/org/page-picture.ts'
import { createBrowser, enrolAdmin, startHarness, type Browser, type Harness } from '#bff/testing/harness.ts'

const BEFORE = '<!doctype html>\n<html lang="en"><head><title>Latchkey</title></head><body><div id="root">'
const AFTER = '</div></body></html>'
const PAGE = { accept: 'text/html,application/xhtml+xml' }

/** Draws as each test says; what it is asked to draw it keeps. */
const painter = {
  visits: new Array<PageVisit>(),
  ask: (_path: string): Promise<PageAnswer> => Promise.reject(new Error('not wired')),
  draw: async (): Promise<string | undefined> => '<p>drawn</p>',
}
const forBff: PagePainter = {
  askThrough: (ask) => void (painter.ask = ask),
  languageOf: (tags) => tags.find((tag) => ['de', 'en'].includes(tag)) ?? 'en',
  drawPage: (visit) => {
    painter.visits.push(visit)
    return painter.draw()
  },
}

let harness: Harness
let browser: Browser
beforeAll(async () => {
  const consoleDir = await mkdtemp(join(tmpdir(), 'pictures-'))
  await mkdir(join(consoleDir, 'pages'))
  for (const name of ['index', 'pages/overview', 'pages/wallets']) {
    await writeFile(join(consoleDir, `${name}.html`), BEFORE + AFTER)
  }
  harness = await startHarness({ consoleDir, painter: forBff })
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.reset()
  browser = (await enrolAdmin(harness)).browser
  painter.visits.length = 0
  painter.draw = async () => '<p>drawn</p>'
})

const open = (path: string, headers: Record<string, string> = {}) =>
  browser.send(path, { headers: { ...PAGE, ...headers } })

describe('pages that the server draws', () => {
  test('behavior: who is signed in gets the page with its picture in it, and nobody keeps that', async () => {
    const answer = await open('/wallets?q=sav')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(`${BEFORE}<p>drawn</p>${AFTER}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('etag')).toBeNull()
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("style-src 'self';")
    expect(painter.visits).toEqual([
      expect.objectContaining({ pathname: '/wallets', search: '?q=sav', origin: 'http://localhost:4000' }),
    ])
  })

  test('behavior: without a session the page is the built one, which may be kept', async () => {
    const answer = await createBrowser(harness.bff).send('/wallets', { headers: PAGE })
    expect(await answer.text()).toBe(BEFORE + AFTER)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(painter.visits).toEqual([])
  })

  test('behavior: other pages are not drawn', async () => {
    expect(await (await open('/settings')).text()).toBe(BEFORE + AFTER)
    expect(painter.visits).toEqual([])
  })

  test('behavior: it is drawn for the browser: its chosen language before those it likes, and whether it is a phone', async () => {
    const headers = { 'accept-language': 'fr-FR,de;q=0.8,en;q=0.5', 'user-agent': 'Phone' }
    const answer = await open('/', { ...headers, 'sec-ch-ua-mobile': '?1' })
    expect(painter.visits.at(-1)).toMatchObject({ language: 'de', userAgent: 'Phone', isMobile: true })
    expect(await answer.text()).toContain('<html lang="de">')
    browser.cookies.set('latchkey-language', 'en')
    await open('/', headers)
    expect(painter.visits.at(-1)).toMatchObject({ language: 'en', isMobile: false })
  })

  test('behavior: what is drawn is read with the session of whoever opened the page, and of nobody else', async () => {
    const other = createBrowser(harness.bff, new Map([['latchkey', 'stolen']]))
    painter.draw = async () => (await painter.ask('/api/session')).text
    const [mine, theirs] = await Promise.all([open('/'), other.send('/', { headers: PAGE })])
    expect(await mine.text()).toContain('"name":"Ada"')
    expect(await theirs.text()).toContain('"signedIn":false')
  })

  test('error: an answer that is a refusal is an error to whoever draws', async () => {
    painter.draw = async () => (await painter.ask('/api/baas/none?secret=1')).text
    expect(await (await open('/')).text()).toBe(BEFORE + AFTER)
    expect(harness.logs.join('')).toContain('/api/baas/none was answered 404')
    expect(harness.logs.join('')).not.toContain('secret=1')
  })

  test('error: nothing can be asked but while something is drawn', async () => {
    await expect(painter.ask('/api/session')).rejects.toThrow('Nothing is being drawn')
  })

  test('error: a page that cannot be drawn is the built one, and the log says why', async () => {
    painter.draw = async () => {
      throw new Error('no such component')
    }
    expect(await (await open('/')).text()).toBe(BEFORE + AFTER)
    expect(harness.logs.join('')).toContain('no such component')
  })

  test('error: a picture that takes too long is not waited for', async () => {
    painter.draw = () => new Promise(() => {})
    expect(await (await open('/')).text()).toBe(BEFORE + AFTER)
  })

  test.each(['br', 'identity'])(
    'behavior: what stands before the picture is there before it is drawn (%s)',
    async (encoding) => {
      let finish: (html: string) => void = () => undefined
      painter.draw = () =>
        new Promise((resolve) => {
          finish = resolve
        })
      const answer = await open('/', { 'accept-encoding': encoding })
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : null)
      if (answer.body === null) throw new Error('the page has a body')
      const bytes = Readable.from(answer.body)
      const texts = encoding === 'br' ? bytes.pipe(createBrotliDecompress()) : bytes
      let seen = ''
      for await (const part of texts) {
        seen += Buffer.from(part).toString()
        if (seen === BEFORE) finish('<p>drawn at last</p>')
      }
      expect(seen).toBe(`${BEFORE}<p>drawn at last</p>${AFTER}`)
    },
  )

  test('behavior: a browser that goes away meanwhile is nobody’s failure', async () => {
    let finish: (html: string) => void = () => undefined
    painter.draw = () =>
      new Promise((resolve) => {
        finish = resolve
      })
    const answer = await open('/', { 'accept-encoding': 'br' })
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    finish('<p>drawn for nobody</p>')
    painter.draw = async () => '<p>next</p>'
    expect(await (await open('/')).text()).toContain('next')
    expect(harness.logs.filter((line) => /"level":[45]0/.test(line))).toEqual([])
  })

  test('behavior: HEAD sends nothing', async () => {
    const answer = await browser.send('/', { method: 'HEAD', headers: PAGE })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
  })

  test('behavior: signs that a replacement would take as its own stay as they are', async () => {
    painter.draw = async () => '<p>$& $1 $` $$</p>'
    expect(await (await open('/')).text()).toBe(`${BEFORE}<p>$& $1 $\` $$</p>${AFTER}`)
  })
})
