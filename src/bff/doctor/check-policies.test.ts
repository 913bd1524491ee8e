import { expect, test } from 'vitest'
import { ELEMENT, FILE, GOOD, HASH, LOADER, OLD, openDoctor } from '#bff/testing/doctor-page.ts'

const { page, find } = await openDoctor()

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
