import { describe, expect, test } from 'vitest'
import { domain } from '#bff/testing/doctor-page.ts'
import type { DoctorFinding } from '#protocol/doctor.ts'
import { formatRelatedOrigins } from '#protocol/passkey/related-origins.ts'
import { checkDomain } from './check-address.ts'
import { checkRelated, examineRelatedFile, loadPageRelation } from './check-related.ts'
import type { Examined, PageResult } from './examined.ts'
import { readHtml } from './read-html.ts'

const FILE = 'https://shop.example/.well-known/webauthn'
const SHOP = 'https://shop.de'
const JSON_TYPE = 'application/json'
type Served = { url?: string; status?: number; type?: string; hops?: string[] }

function served(
  body: unknown,
  { url = FILE, status = 200, type = JSON_TYPE, hops = [] }: Served = {},
): PageResult {
  const html = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = new Headers(type === '' ? {} : { 'content-type': type })
  return { page: { url: new URL(url), status, headers, html, isWhole: true, hops } }
}
const listing = (...origins: unknown[]) => served({ origins })
const names = (count: number) => Array.from({ length: count }, (_, index) => `https://name${index}.example`)

const UNREADABLE: PageResult = { url: FILE, problem: 'the server could not be reached' }
const CASES: [what: string, file: PageResult, code: DoctorFinding['code'], values?: object][] = [
  ['the origin', listing(SHOP), 'related'],
  [
    'the origin among others, with other members',
    served({ origins: ['https://a.example', SHOP], x: 1 }),
    'related',
  ],
  ['the origin as a URL with a path', listing(`${SHOP}/`), 'related'],
  ['the origin with its default port', listing(`${SHOP}:443`), 'related'],
  [
    'a content type with parameters',
    served({ origins: [SHOP] }, { type: 'Application/JSON; charset=utf-8' }),
    'related',
  ],
  ['entries that are no URLs', listing('', 'shop', '*', SHOP), 'related'],
  ['five names before the ending', listing(...names(4), SHOP), 'related'],
  [
    'the same name with many endings',
    listing(...names(4), 'https://www.shop.co.uk', 'https://a.shop.fr', SHOP),
    'related',
  ],
  ['no response', UNREADABLE, 'related-unreachable', { problem: 'the server could not be reached' }],
  [
    'a redirect to http',
    served({ origins: [SHOP] }, { url: 'http://shop.example/w', hops: [FILE] }),
    'related-insecure',
    { target: 'http://shop.example/w' },
  ],
  [
    'a redirect through http',
    served({ origins: [SHOP] }, { hops: [FILE, 'http://shop.example/w'] }),
    'related-insecure',
    { target: 'http://shop.example/w' },
  ],
  ['status 404', served('not here', { status: 404 }), 'related-refused', { status: 404 }],
  ['status 204', served('', { status: 204 }), 'related-refused', { status: 204 }],
  ['a page', served({ origins: [SHOP] }, { type: 'text/html' }), 'related-type', { type: 'text/html' }],
  [
    'another JSON type',
    served({ origins: [SHOP] }, { type: 'application/manifest+json' }),
    'related-type',
    { type: 'application/manifest+json' },
  ],
  ['no content type', served({ origins: [SHOP] }, { type: '' }), 'related-type', { type: '' }],
  ['no JSON', served('{'), 'related-malformed'],
  ['a list', served([SHOP]), 'related-malformed'],
  ['no origins', served({}), 'related-malformed'],
  ['one text as the origins', served({ origins: SHOP }), 'related-malformed'],
  ['an entry that is no text', listing(SHOP, 1), 'related-malformed'],
  ['more than 256 KiB', served({ origins: [SHOP], filler: 'x'.repeat(262_144) }), 'related-malformed'],
  ['an empty list', listing(), 'related-missing', { origins: SHOP }],
  ['a subdomain of the origin', listing('https://www.shop.de'), 'related-missing', { origins: SHOP }],
  ['the origin with another port', listing(`${SHOP}:8443`), 'related-missing', { origins: SHOP }],
  ['the origin with another scheme', listing('http://shop.de'), 'related-missing', { origins: SHOP }],
  ['five other names first', listing(...names(5), SHOP), 'related-labels', { origins: SHOP, max: 5 }],
  [
    'a redirect on https',
    served({ origins: [SHOP] }, { url: 'https://www.shop.example/w', hops: [FILE] }),
    'related-redirected',
    { target: 'https://www.shop.example/w' },
  ],
]

const LEVELS: Partial<Record<DoctorFinding['code'], DoctorFinding['level']>> = {
  related: 'ok',
  'related-redirected': 'warning',
}

describe('examineRelatedFile', () => {
  test.each(CASES)('behavior: a file with %s → %3$s', (_, file, code, values = {}) => {
    const finding = examineRelatedFile(file, { domain: 'shop.example', origins: [SHOP], needed: [SHOP] })
    expect(finding).toMatchObject({
      code,
      level: LEVELS[code] ?? 'problem',
      values: { url: FILE, ...values },
    })
  })

  test('behavior: a subdomain of a public suffix has a name of its own', () => {
    const origins = ['https://a.github.io', 'https://b.github.io', 'https://c.co.uk', 'https://d.de', SHOP]
    const examined = (list: string[]) =>
      examineRelatedFile(listing(...list), { domain: 'shop.example', origins: list, needed: [SHOP] }).code
    expect(examined(origins)).toBe('related')
    expect(examined(['https://e.blogspot.com', ...origins])).toBe('related-labels')
  })

  test('behavior: the snippet keeps the entries of the file, and adds every registered origin', () => {
    const origins = [SHOP, 'https://shop.fr']
    const file = listing('https://mine.example', SHOP)
    const { fix } = examineRelatedFile(file, { domain: 'shop.example', origins, needed: origins })
    expect(fix).toBe(formatRelatedOrigins(['https://mine.example', SHOP, 'https://shop.fr']))
  })
})

describe('the page', () => {
  const markup = '<latchkey-wallet rp-id="shop.example"></latchkey-wallet>'
  const related = { ...domain('shop.example'), relatedOrigins: [SHOP] }

  async function examine(domains: Examined['domains'], url = `${SHOP}/pay`, html = markup) {
    const requested: string[] = []
    const page = { url: new URL(url), status: 200, headers: new Headers(), html, isWhole: true, hops: [] }
    const base = { page, html: await readHtml(html), domains }
    const fetchTarget = async (address: string) => {
      requested.push(address)
      const body = Buffer.from(JSON.stringify({ origins: [SHOP] }))
      return { status: 200, headers: { 'content-type': JSON_TYPE }, body }
    }
    const relation = await loadPageRelation({ fetchTarget }, base)
    const examined: Examined = {
      ...base,
      relation,
      integrations: [],
      integrationId: undefined,
      embedOrigins: undefined,
      publicUrl: 'https://wallets.example',
      widget: undefined,
      now: new Date(0),
    }
    const codes = [...checkDomain(examined), ...checkRelated(examined)].map(({ code }) => code)
    return { codes, requested }
  }

  test.each<[what: string, Examined['domains'], url: string, codes: DoctorFinding['code'][]]>([
    ['of a related origin', [related], `${SHOP}/pay`, ['domain-related', 'related']],
    ['of another port', [related], `${SHOP}:8443/`, ['domain-related', 'related-unregistered']],
    [
      'of an unknown origin',
      [{ ...related, relatedOrigins: [] }],
      SHOP,
      ['domain-related', 'related-unregistered'],
    ],
  ])('behavior: a page %s reads the file of the passkeys’ domain → %3$j', async (_, domains, url, codes) => {
    expect(await examine(domains, url)).toEqual({ codes, requested: [FILE] })
  })

  test.each<[what: string, Examined['domains'], url: string, html: string, codes: DoctorFinding['code'][]]>([
    ['its own domain', [related], 'https://www.shop.example/', markup, ['domain']],
    ['a domain of nobody', [], SHOP, markup, ['domain-foreign']],
    [
      'a domain that is not verified',
      [{ ...related, verifiedAtDatetime: null }],
      SHOP,
      markup,
      ['domain-foreign'],
    ],
    [
      'a domain of a service without related origins',
      [domain('shop.example')],
      SHOP,
      markup,
      ['domain-foreign'],
    ],
    [
      'a malformed domain',
      [related],
      SHOP,
      '<latchkey-wallet rp-id="https://shop.example"></latchkey-wallet>',
      ['domain-malformed'],
    ],
  ])('behavior: a page with passkeys of %s reads no file', async (_, domains, url, html, codes) => {
    expect(await examine(domains, url, html)).toEqual({ codes, requested: [] })
  })
})
