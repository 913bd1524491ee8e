import { expect, test } from 'vitest'
import { readError } from '#bff/testing/console-browser.ts'
import { domain, ELEMENT, GOOD, openDoctor, SCRIPT } from '#bff/testing/doctor-page.ts'

const { world, admin, origin, clocks, page, respondBy, integrate, examine, find } = await openDoctor()
const policyTag = (policy: string) => `<meta http-equiv="content-security-policy" content="${policy}">`

test('behavior: a correct page has no problem', async () => {
  await integrate([origin])
  page(GOOD, { 'x-frame-options': 'DENY', date: new Date(world.ctx.clock.now()).toUTCString() })
  const { findings } = await examine()
  expect(findings.filter((finding) => finding.level !== 'ok')).toEqual([])
})

test('param: an address without a scheme gets one', async () => {
  expect((await examine(origin.replace('http://', ''))).url).toBe(`${origin}/`)
})

test.each([['ftp://shop.example'], ['javascript:alert(1)'], ['http://']])(
  'error: %s is rejected with the name of the field',
  async (url) => {
    expect((await readError(admin.browser.post('/api/doctor', { url }))).errors?.[0]?.path).toBe('url')
  },
)

test('behavior: reports why a page cannot be read', async () => {
  const finding = await find('page', 'http://localhost:1/')
  expect(finding).toMatchObject({ level: 'problem', code: 'page-unreachable' })
  expect(finding?.values.problem).toContain('could not be reached')
})

test('behavior: reports an unregistered origin, and one with another port', async () => {
  expect(await find('origin')).toMatchObject({ level: 'problem', fix: origin })
  await integrate(['http://localhost:9'])
  const finding = await find('origin')
  expect(finding?.code).toBe('origin-another-port')
  expect(finding?.fix).toBe(origin)
})

test.each([
  ['rp-id="localhost:3000"', 'rp-id="localhost"'],
  ['rp-id="http://localhost"', 'rp-id="localhost"'],
  ['rp-id="localhost/shop"', 'rp-id="localhost"'],
])('behavior: %s is not a host name', async (attribute, fix) => {
  page(`${SCRIPT}<latchkey-wallet ${attribute}></latchkey-wallet>`)
  expect(await find('domain')).toMatchObject({ level: 'problem', fix })
})

test('behavior: reports a passkey domain that is not the page’s, not registered or not verified', async () => {
  page(`${SCRIPT}<latchkey-wallet rp-id="shop.example"></latchkey-wallet>`)
  expect((await find('domain'))?.code).toBe('domain-foreign')
  page(GOOD)
  world.upstream.on('GET /v1/org/domains', () => ({ content: [] }))
  expect((await find('domain'))?.code).toBe('domain-unknown')
  world.upstream.on('GET /v1/org/domains', () => ({ content: [domain('localhost', null)] }))
  expect((await find('domain'))?.code).toBe('domain-unproved')
})

test('behavior: reports a page that any site may frame, and a wrong clock', async () => {
  const late = new Date(world.ctx.clock.now().getTime() - 600_000).toUTCString()
  page(GOOD, { date: late })
  expect(await find('frame')).toMatchObject({ level: 'warning' })
  const clock = await find('page-clock')
  expect(clock).toMatchObject({ level: 'problem', code: 'page-clock-behind', seen: late })
  expect(clock?.values.seconds).toBeGreaterThan(590)
})

test('behavior: compares the clocks of the browser and the chain too, and reports the difference', async () => {
  const at = (seconds: number) => new Date(world.ctx.clock.now().getTime() + seconds * 1_000).toISOString()
  const look = async (browserSeconds: number) => {
    const { findings } = await examine(origin, { browserDatetime: at(browserSeconds) })
    return ['browser-clock', 'chain-clock'].map((check) => {
      const { level, code, values } = findings.find((finding) => finding.check === check) ?? {}
      return [level, code, values?.seconds]
    })
  }
  expect(await look(3)).toEqual([
    ['ok', 'browser-clock', undefined],
    ['ok', 'chain-clock', undefined],
  ])
  world.upstream.on('GET /v1/org/clocks', () => ({ content: clocks(1_000) }))
  expect(await look(-3_600)).toEqual([
    ['problem', 'browser-clock-behind', 3_600],
    ['problem', 'chain-clock-ahead', 1_000],
  ])
  world.upstream.on('GET /v1/org/clocks', () => ({ content: clocks(-200) }))
  expect(await look(90)).toEqual([
    ['warning', 'browser-clock-ahead', 90],
    ['ok', 'chain-clock', undefined],
  ])
  world.upstream.on('GET /v1/org/clocks', () => ({ content: clocks(null) }))
  expect((await look(0))[1]).toEqual(['warning', 'chain-clock-away', undefined])
  world.upstream.on('GET /v1/org/clocks', () => ({ status: 404, text: 'not here' }))
  expect((await look(0))[1]).toEqual(['ok', 'chain-clock-unsupported', undefined])
})

const SHOP = 'http://shop.localhost:9999'
const FRAMED = SCRIPT + ELEMENT.replace(' flow', ` parent-origins="${SHOP}" flow`)

test('behavior: compares a page for a frame with the embed origins of the service', async () => {
  const content = { id: 'o', name: 'Demo', sandbox: true, embedOrigins: ['https://mine.example'] }
  world.upstream.on('GET /v1/org/organization', () => ({ content }))
  page(FRAMED)
  const fix = JSON.stringify({ embedOrigins: ['https://mine.example', SHOP] })
  expect(await find('framed')).toMatchObject({ level: 'problem', code: 'framed-unregistered', fix })
})

test('behavior: reports no missing embed origin if the service does not list them, and nothing for a page without a frame', async () => {
  page(FRAMED)
  expect(await find('framed')).toMatchObject({ level: 'ok', code: 'framed-parents' })
  page(GOOD)
  expect(await find('framed')).toBeUndefined()
})

test.each([
  ['1,000,001 bytes', ' '.repeat(1_000_001), {}],
  ['1,001 scripts', '<script></script>'.repeat(1_000), {}],
  [
    '101 attributes of an element',
    `<meta ${Array.from({ length: 101 }, (_, index) => `a${index}`).join(' ')}>`,
    {},
  ],
  ['21 policies in its markup', policyTag('img-src *').repeat(21), {}],
  ['21 policies in a header', '', { 'content-security-policy': 'img-src *,'.repeat(20) + 'img-src *' }],
  ['a policy of 32,769 characters', policyTag(`img-src ${'a'.repeat(32_761)}`), {}],
])('behavior: a page with %s → a warning that only a part was read', async (_, markup, headers) => {
  page(GOOD + markup, headers)
  expect((await examine()).findings.filter(({ check }) => check === 'page')).toEqual([
    { check: 'page', level: 'ok', code: 'page-read', values: { status: 200 } },
    { check: 'page', level: 'warning', code: 'page-partly-read', values: {} },
  ])
})

test('behavior: follows redirects, reports an error status, and ends a redirect loop', async () => {
  respondBy((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/shop' }).end()
    else response.writeHead(404).end('gone')
  })
  const report = await examine()
  expect(report.url).toBe(`${origin}/shop`)
  expect(report.findings[0]).toMatchObject({ check: 'page', level: 'problem' })
  respondBy((_request, response) => void response.writeHead(302, { location: '/' }).end())
  expect((await find('page'))?.values.problem).toContain('redirects more than 4 times')
})

test('behavior: text from the page is returned harmless', async () => {
  page(`${SCRIPT}<latchkey-wallet rp-id="a\u202Eb<script>"></latchkey-wallet>`)
  expect(JSON.stringify(await examine())).not.toContain('\u202E')
})
