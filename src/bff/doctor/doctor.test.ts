import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { FetchTarget } from '#bff/ports.ts'
import { readContent, enrolAdmin, readError, type Admin } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { createdIntegrationSchema } from '#protocol/console/integrations.ts'
import {
  DOCTOR_FINDINGS,
  doctorReportSchema,
  type DoctorFinding,
  type DoctorReport,
} from '#protocol/doctor.ts'

const FILE = 'latchkey-wallet-0.1.0-aaaaaaaa.js'
const OLD = 'latchkey-wallet-0.0.9-bbbbbbbb.js'
const LOADER = 'latchkey-loader-0.1.0-11111111.js'
const HASH = 'sha384-present'
const SCRIPT = `<script type="module" src="http://localhost:4000/widget/v1/${FILE}" integrity="${HASH}" crossorigin="anonymous"></script>`
const ELEMENT = '<latchkey-wallet api-url="http://localhost:4000" flow="create"></latchkey-wallet>'
const GOOD = SCRIPT + ELEMENT
const policyTag = (policy: string) => `<meta http-equiv="content-security-policy" content="${policy}">`

let admin: Admin
/** Response of the integrator's server. Each test sets its fault. */
let reply: (request: IncomingMessage, response: ServerResponse) => void

const fetchTarget: FetchTarget = async (url, { headers }) => {
  try {
    const answer = await fetch(url, { headers, redirect: 'manual' })
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    }
  } catch {
    return { problem: 'the server could not be reached' }
  }
}

const widgetDir = await mkdtemp(join(tmpdir(), 'latchkey-widget-'))
const file = (name: string) => ({ file: name, integrity: HASH })
const manifest = {
  version: '0.1.0',
  module: file(FILE),
  script: file('latchkey-wallet-0.1.0-cccccccc.iife.js'),
  pure: file('latchkey-pure-0.1.0-dddddddd.js'),
  loader: file(LOADER),
  core: file('latchkey-core-0.1.0-ffffffff.js'),
  frameHost: file('latchkey-frame-host-0.1.0-22222222.js'),
  files: Object.fromEntries([FILE, OLD, LOADER].map((name) => [name, { integrity: HASH }])),
}
await writeFile(join(widgetDir, 'integrity.json'), JSON.stringify(manifest))
const world = await consoleWorld.bff({ fetchTarget, widgetDir })
const server = createServer((request, response) => reply(request, response)).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const address = server.address()
const origin = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}`
beforeEach(async () => {
  await world.reset()
  admin = await enrolAdmin(world)
  world.upstream.on('GET /v1/org/domains', () => ({ content: [domain('localhost')] }))
  world.upstream.on('GET /v1/org/clocks', () => ({ content: clocks(0) }))
  page(GOOD)
})
afterAll(async () => {
  server.close()
  await world.close()
})

function domain(name: string, verifiedAtDatetime: string | null = '2026-01-01T00:00:00.000Z') {
  return { id: 'd', domain: name, rpIdHash: `0x${'1'.repeat(64)}`, verifiedAtDatetime }
}
/** The service's clocks. The chain's clock is `aheadSeconds` ahead of the server's. */
function clocks(aheadSeconds: number | null) {
  const now = world.ctx.clock.now()
  const chain = aheadSeconds === null ? null : new Date(now.getTime() + aheadSeconds * 1_000)
  return { serverDatetime: now.toISOString(), chainDatetime: chain?.toISOString() ?? null }
}
function page(html: string, headers: Record<string, string> = {}, status = 200) {
  reply = (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(`<!doctype html>${html}`)
  }
}
async function integrate(origins: string[]) {
  const input = { label: 'Shop', origins, operations: ['create'] }
  return createdIntegrationSchema.parse(await readContent(admin.browser.post('/api/integrations', input)))
}
async function examine(url = origin, more: object = {}): Promise<DoctorReport> {
  const answer = await admin.browser.post('/api/doctor', { url, ...more })
  const report = doctorReportSchema.parse(await readContent(answer))
  // Each finding has exactly the values that its text uses.
  for (const { code, values } of report.findings)
    expect(Object.keys(values).toSorted(), code).toEqual([...DOCTOR_FINDINGS[code]].toSorted())
  return report
}
async function find(check: DoctorFinding['check'], url = origin): Promise<DoctorFinding | undefined> {
  return (await examine(url)).findings.find((finding) => finding.check === check)
}

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

test.each([
  [
    "default-src 'self'",
    "script-src 'self' http://localhost:4000;",
    "connect-src 'self' http://localhost:4000;",
  ],
  [
    "script-src 'none'; connect-src 'none'",
    'script-src http://localhost:4000;',
    'connect-src http://localhost:4000;',
  ],
  [
    "script-src 'nonce-abc' 'strict-dynamic'; connect-src https://api.shop.example",
    `script-src 'nonce-abc' 'strict-dynamic' '${HASH}';`,
    'connect-src https://api.shop.example http://localhost:4000;',
  ],
  [
    `script-src '${HASH}'; connect-src 'none'`,
    `script-src '${HASH}' http://localhost:4000;`,
    'connect-src http://localhost:4000;',
  ],
])('behavior: the policy %s gets exactly the missing sources', async (policy, script, connect) => {
  page(GOOD, { 'content-security-policy': policy })
  expect(await find('script-policy')).toMatchObject({ level: 'problem', fix: script })
  expect(await find('connect-policy')).toMatchObject({ level: 'problem', fix: connect })
  page(`<meta http-equiv="Content-Security-Policy" content="${policy}">${GOOD}`)
  expect(await find('script-policy')).toMatchObject({ level: 'problem', fix: script })
})

test.each([
  ["script-src 'self' http://localhost:4000; connect-src 'self' http://localhost:4000"],
  ['script-src http://localhost:*; connect-src http:'],
  [`script-src '${HASH}' 'strict-dynamic'; connect-src *`],
  [`script-src 'self' 'strict-dynamic' 'unsafe-inline' '${HASH}'; connect-src *`],
  ["img-src 'self'"],
])('behavior: the policy %s blocks nothing', async (policy) => {
  page(GOOD, { 'content-security-policy': policy })
  expect(await find('script-policy')).toMatchObject({ level: 'ok' })
  expect(await find('connect-policy')).toMatchObject({ level: 'ok' })
})

test("behavior: under 'strict-dynamic' a tag without integrity gets the hash of this server's file, and no host", async () => {
  const policy = "script-src 'nonce-abc' 'Strict-Dynamic'; connect-src *"
  const tag = GOOD.replace(` integrity="${HASH}"`, '')
  page(tag, { 'content-security-policy': policy })
  const fix = `script-src 'nonce-abc' 'Strict-Dynamic' '${HASH}';`
  expect(await find('script-policy')).toMatchObject({ level: 'problem', fix })
  page(tag.replace(FILE, 'latchkey-wallet-9.9.9-eeeeeeee.js'), { 'content-security-policy': policy })
  expect(await find('script-policy')).not.toHaveProperty('fix')
  page(ELEMENT, { 'content-security-policy': policy })
  expect(await find('script-policy')).toMatchObject({ level: 'ok' })
})

test('behavior: reports a permissions policy that blocks passkeys, with the fix', async () => {
  page(GOOD, { 'permissions-policy': 'camera=(), publickey-credentials-get=()' })
  expect(await find('passkey-policy')).toMatchObject({
    level: 'problem',
    fix: 'publickey-credentials-get=(self)',
  })
  page(GOOD, { 'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=*' })
  expect(await find('passkey-policy')).toMatchObject({ level: 'ok' })
})

test.each([
  [ELEMENT, 'problem', 'script-missing'],
  ['<p>nothing</p>', 'warning', 'widget-missing'],
  [GOOD.replace(HASH, 'sha384-other'), 'problem', 'script-hash-wrong'],
  [GOOD.replace(`integrity="${HASH}"`, ''), 'warning', 'script-hash-missing'],
  [GOOD.replace('crossorigin="anonymous"', ''), 'problem', 'script-crossorigin-missing'],
  [GOOD.replace(FILE, OLD), 'warning', 'script-old'],
  [GOOD.replace(FILE, LOADER), 'ok', 'script'],
  [GOOD.replace(FILE, 'latchkey-wallet-0.0.1-eeeeeeee.js'), 'problem', 'script-gone'],
  [GOOD.replace('http://localhost:4000/', 'https://cdn.example/'), 'warning', 'script-elsewhere'],
  [`<!-- ${GOOD} -->`, 'warning', 'widget-missing'],
])('behavior: script tag %#: %s', async (html, level, code) => {
  page(html)
  expect(await find('script')).toMatchObject({ level, code })
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
  reply = (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/shop' }).end()
    else response.writeHead(404).end('gone')
  }
  const report = await examine()
  expect(report.url).toBe(`${origin}/shop`)
  expect(report.findings[0]).toMatchObject({ check: 'page', level: 'problem' })
  reply = (_request, response) => void response.writeHead(302, { location: '/' }).end()
  expect((await find('page'))?.values.problem).toContain('on and on')
})

test('behavior: text from the page is returned harmless', async () => {
  page(`${SCRIPT}<latchkey-wallet rp-id="a\u202Eb<script>"></latchkey-wallet>`)
  expect(JSON.stringify(await examine())).not.toContain('\u202E')
})
