// @vitest-environment node
import { beforeEach, describe, expect, test } from 'vitest'
import type { PageAnswer, PageVisit } from '#shared/org/page-picture.ts'
import { SIGNED_IN } from '#console/testing/signed-in.ts'
import { askThrough, drawPage, languageOf } from './draw-page.tsx'

const VISIT: PageVisit = {
  pathname: '/wallets',
  search: '',
  origin: 'https://console.example',
  language: 'en',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  isMobile: false,
}

function wallet(index: number, label = `Savings ${index}`) {
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
    label,
    externalUserId: '',
    externalUserLabel: '',
    createdAtDatetime: '2026-11-21T12:00:00.000Z',
  }
}

let asked: string[]
/** What each path is answered; anything else is refused. */
function answer(contents: Record<string, unknown>): void {
  asked = []
  askThrough(async (path): Promise<PageAnswer> => {
    asked.push(path)
    const content = contents[path.replace(/\?.*/, '')]
    if (content === undefined) throw new Error(`${path} was refused`)
    return { text: JSON.stringify({ statusCode: 200, content }), link: null }
  })
}

beforeEach(() =>
  answer({
    '/api/session': SIGNED_IN,
    '/api/baas/wallets': [wallet(1), wallet(2, '<b>"Hostile" style="x"')],
  }),
)

describe('drawPage', () => {
  test('behavior: a page has what its first answers tell, and the filters of its address', async () => {
    const html = (await drawPage({ ...VISIT, search: '?q=sav&state=deployed' })) ?? ''
    expect(html).toContain('Savings 1')
    expect(html).toContain('value="sav"')
    expect(asked.toSorted()).toEqual(['/api/baas/wallets?q=sav&state=deployed&limit=200', '/api/session'])
  })

  test('behavior: nobody can use it, by pointer, key or assistive technology, until the page is in its place', async () => {
    const html = (await drawPage(VISIT)) ?? ''
    expect(html).toMatch(/^<fieldset disabled="" inert="" aria-hidden="true" class="picture [^"]*">/)
    expect(html.endsWith('</fieldset>')).toBe(true)
  })

  test('behavior: it has no style of its own, which the policy would refuse, no script and no title; names stay texts', async () => {
    const html = (await drawPage(VISIT)) ?? ''
    expect(html).not.toMatch(/<[^>]* style=/)
    expect(html).not.toMatch(/<(script|style|title)/)
    expect(html).toContain('&lt;b&gt;&quot;Hostile&quot; style=&quot;x&quot;')
  })

  test.each([
    { isMobile: false, hides: 'hidden md:contents', cells: 4 },
    { isMobile: true, hides: 'contents md:hidden', cells: 2 },
  ])(
    'behavior: drawn for a phone ($isMobile), rows have $cells cells, and other windows do not show it',
    async ({ isMobile, hides, cells }) => {
      const html = (await drawPage({ ...VISIT, isMobile })) ?? ''
      expect(html).toContain(`class="picture ${hides}"`)
      const row = /<tr[^>]*data-index="0".*?<\/tr>/s.exec(html)?.[0] ?? ''
      expect(row.match(/<t[dh]\b/g)).toHaveLength(cells)
    },
  )

  test('behavior: drawings under way at once have each its language and its place', async () => {
    const german = { ...VISIT, language: 'de', pathname: '/wallets' }
    const drawn = await Promise.all([drawPage(VISIT), drawPage(german), drawPage(VISIT)])
    expect(drawn.map((html) => html?.includes('Neue Wallet'))).toEqual([false, true, false])
    expect(drawn.map((html) => html?.includes('New wallet'))).toEqual([true, false, true])
  })

  test.each([
    ['nobody is signed in', { '/api/session': { signedIn: false, setupRequired: false } }],
    ['an answer is a refusal', { '/api/session': SIGNED_IN }],
    ['an answer is not understood', { '/api/session': SIGNED_IN, '/api/baas/wallets': { not: 'a list' } }],
  ])('error: where %s nothing is drawn, and nothing asked twice', async (_, contents) => {
    answer(contents)
    expect(await drawPage(VISIT)).toBeUndefined()
    expect(new Set(asked).size).toBe(asked.length)
  })

  test('param: the language is the first that the console has', () => {
    expect(languageOf(['', 'fr-FR', 'es-AR', 'de'])).toBe('es')
    expect(languageOf(['tlh'])).toBe('en')
  })
})
