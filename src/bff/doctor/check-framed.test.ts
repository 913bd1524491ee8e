import { expect, test } from 'vitest'
import type { DoctorFinding } from '#protocol/doctor.ts'
import { checkFramed, checkDomain, checkOrigin } from './check-address.ts'
import {
  checkConnectPolicy,
  checkFrame,
  checkPasskeyPolicy,
  checkScriptPolicy,
  checkScript,
} from './check-policies.ts'
import type { Examined } from './examined.ts'
import { readHtml } from './read-html.ts'

const PAGE = 'http://shop.localhost:9999/checkout'
const SHOP = 'http://shop.localhost:9999'
const FRAME = 'http://wallet.shop.localhost:9999'
const LATCHKEY = 'http://localhost:4000'
const FILE = 'latchkey-frame-host-0.1.0-22222222.js'
const HASH = 'sha384-present'
const SCRIPT = `<script type="module" src="${LATCHKEY}/widget/v1/${FILE}" integrity="${HASH}" crossorigin="anonymous"></script>`

type Headings = Record<string, string>

async function examined(html: string, headers: Headings, more: Partial<Examined> = {}): Promise<Examined> {
  return {
    page: { url: new URL(PAGE), status: 200, headers: new Headers(headers), html, isWhole: true, hops: [] },
    html: await readHtml(html),
    integrations: [],
    integrationId: undefined,
    domains: [],
    relation: undefined,
    embedOrigins: [SHOP],
    publicUrl: LATCHKEY,
    widget: { version: '0.1.0', files: new Map([[FILE, HASH]]), newest: new Set([FILE]) },
    now: new Date(0),
    ...more,
  }
}
const embedding = (src = `${FRAME}/`) => `${SCRIPT}<latchkey-frame src="${src}"></latchkey-frame>`
const framed = (parents: string) => `<latchkey-wallet parent-origins="${parents}"></latchkey-wallet>`
const found = async (html: string, headers: Headings = {}): Promise<DoctorFinding | undefined> =>
  checkFramed(await examined(html, headers))[0]

test('behavior: a page with a framed wallet is checked with the frame’s origin and domain, and needs no other setup', async () => {
  const integration = {
    id: 'i',
    label: 'Shop',
    start: 'lk',
    origins: [FRAME],
    operations: [],
    createdAtDatetime: '2026-01-01T00:00:00.000Z',
    revokedAtDatetime: null,
    previousSecret: null,
  }
  const domain = { id: 'd', domain: 'wallet.shop.localhost', rpIdHash: `0x${'1'.repeat(64)}` as const }
  const allowed = `(self "${FRAME}")`
  const page = await examined(
    embedding(),
    {
      'content-security-policy': `default-src 'none'; script-src ${LATCHKEY}/widget/v1/; frame-src ${FRAME}; frame-ancestors 'none'`,
      'permissions-policy': `publickey-credentials-create=${allowed}, publickey-credentials-get=${allowed}`,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    {
      integrations: [integration],
      domains: [{ ...domain, verifiedAtDatetime: '2026-01-01T00:00:00.000Z' }],
    },
  )
  const checks = [
    checkOrigin,
    checkDomain,
    checkScript,
    checkScriptPolicy,
    checkConnectPolicy,
    checkPasskeyPolicy,
    checkFrame,
    checkFramed,
  ]
  const findings = checks.flatMap((check) => check(page))
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([])
  expect(findings.map(({ code }) => code)).toEqual([
    'origin',
    'domain',
    'script',
    'script-policy',
    'passkey-policy',
    'frame',
    'framed-elsewhere',
  ])
})

test.each<[string, string, Headings, object]>([
  ['framed-same-origin', '/wallet', {}, { level: 'problem' }],
  [
    'framed-blocked',
    `${FRAME}/`,
    { 'content-security-policy': "default-src 'self'" },
    { level: 'problem', fix: `frame-src 'self' ${FRAME};` },
  ],
  [
    'framed-no-passkeys',
    `${FRAME}/`,
    { 'permissions-policy': 'publickey-credentials-get=(self)' },
    { fix: `publickey-credentials-create=(self "${FRAME}"), publickey-credentials-get=(self "${FRAME}")` },
  ],
  [
    'framed-opener',
    `${FRAME}/`,
    { 'cross-origin-opener-policy': 'same-origin' },
    { level: 'warning', values: { opener: 'same-origin' } },
  ],
  ['framed-elsewhere', `${FRAME}/`, {}, { level: 'ok', values: { src: `${FRAME}/` } }],
])('behavior: a page with a framed wallet: %s', async (code, src, headers, expected) => {
  expect(await found(embedding(src), headers)).toMatchObject({ check: 'framed', code, ...expected })
})

test.each<[string, string, Headings, object]>([
  ['framed-parents', SHOP, { 'content-security-policy': `frame-ancestors ${SHOP}` }, { level: 'ok' }],
  // Browsers ignore the older header if the newer one is present.
  [
    'framed-parents',
    SHOP,
    { 'content-security-policy': `frame-ancestors ${SHOP}`, 'x-frame-options': 'DENY' },
    { level: 'ok' },
  ],
  ['framed-parents-malformed', `${SHOP}/`, {}, { level: 'problem', seen: `${SHOP}/` }],
  [
    'framed-shut',
    SHOP,
    { 'content-security-policy': "frame-ancestors 'none'" },
    { level: 'problem', fix: `frame-ancestors ${SHOP};` },
  ],
  ['framed-shut', SHOP, { 'x-frame-options': 'DENY' }, { level: 'problem' }],
  [
    'framed-unregistered',
    `${SHOP} https://other.example`,
    {},
    {
      values: { parents: 'https://other.example' },
      fix: JSON.stringify({ embedOrigins: [SHOP, 'https://other.example'] }),
    },
  ],
  ['framed-opener', SHOP, { 'cross-origin-opener-policy': 'same-origin' }, { level: 'warning' }],
])('behavior: a page for a frame: %s', async (code, parents, headers, expected) => {
  expect(await found(framed(parents), headers)).toMatchObject({ check: 'framed', code, ...expected })
})

test('behavior: a page with its own wallet gets no finding about frames', async () => {
  expect(await found('<latchkey-wallet flow="create"></latchkey-wallet>')).toBeUndefined()
})
