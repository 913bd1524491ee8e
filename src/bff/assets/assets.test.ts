import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readError, request } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { forFile } from '#protocol/testing/for-file.ts'

const PAGE = '<!doctype html><title>Latchkey</title>'
const SCRIPT = `export const text = ${JSON.stringify('latchkey '.repeat(1_000))}`

const BUILT = brotliCompressSync(SCRIPT)

const root = await mkdtemp(join(tmpdir(), 'assets-'))
const files: Record<string, string> = {
  'console/index.html': PAGE,
  'console/assets/index-abc123.js': SCRIPT,
  'console/assets/gone-789abc.js': SCRIPT,
  'console/assets/index-abc123.js.map': '{"sources":[]}',
  'console/verify-receipt.html': '<!doctype html><title>Verify</title>',
  'console/docs/index.html': '<!doctype html><title>Documentation</title>',
  'console/docs/search.json': '[]',
  'console/docs/index.md': '# Documentation\n',
  'console/llms.txt': '# Latchkey\n',
  'console/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'console/.env': 'SECRET=1',
  'console/.well-known/webauthn': '{"origins":[]}',
  'console/strange.bin': 'x',
  'widget/latchkey-wallet-0123.js': SCRIPT,
  'widget/integrity.json': '{}',
  'widget/descriptors/erc1155.json': '{}',
  'secret.txt': 'outside',
}
for (const [path, content] of Object.entries(files)) {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
}
await writeFile(join(root, 'console/assets/index-abc123.js.br'), BUILT)
await writeFile(join(root, 'console/assets/index-abc123.js.gz'), gzipSync(SCRIPT))
await symlink(join(root, 'secret.txt'), join(root, 'console/link.txt'))
const world = await forFile(
  consoleWorld.bff({ consoleDir: join(root, 'console'), widgetDir: join(root, 'widget') }),
)

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return world.bff.fetch(request(path, { method, headers }))
}
const page = { accept: 'text/html,application/xhtml+xml' }

describe('console files', () => {
  test.each([['/'], ['/wallets'], ['/tokens'], ['/wallets/0xabc'], ['/settings/keys?tab=1'], ['/setup']])(
    'behavior: %s is the page',
    async (path) => {
      const answer = await get(path, page)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(await answer.text()).toBe(PAGE)
    },
  )

  test('behavior: a script has its type, is immutable, and is compressed if the browser accepts it', async () => {
    const path = '/assets/index-abc123.js'
    const plain = await get(path)
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(SCRIPT)
    const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers.get('content-encoding')).toBe('br')
    const bytes = Buffer.from(await brotli.arrayBuffer())
    expect(bytes.length).toBe(Number(brotli.headers.get('content-length')))
    expect(bytes.length).toBeLessThan(SCRIPT.length / 10)
    expect(brotliDecompressSync(bytes).toString()).toBe(SCRIPT)
    const gzip = await get(path, { 'accept-encoding': 'gzip, br;q=0' })
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(SCRIPT)
  })

  test('behavior: sends the brotli file that the build created, but not as a file of its own', async () => {
    const path = '/assets/index-abc123.js'
    const brotli = await get(path, { 'accept-encoding': 'br' })
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(Buffer.from(await brotli.arrayBuffer()).equals(BUILT)).toBe(true)
    expect(await (await get(path)).text()).toBe(SCRIPT)
    expect((await get(`${path}.br`)).status).toBe(404)
  })

  test('behavior: does not send a file again if the browser’s copy is current', async () => {
    const etag = (await get('/favicon.svg')).headers.get('etag') ?? ''
    const again = await get('/favicon.svg', { 'if-none-match': `"other", ${etag}` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await get('/favicon.svg', { 'if-none-match': 'W/"other"' })).status).toBe(200)
  })

  test('behavior: a 304 response for a page has the page’s own policy', async () => {
    const page = await get('/', { accept: 'text/html' })
    const again = await get('/', { accept: 'text/html', 'if-none-match': page.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect(again.headers.get('content-security-policy')).toBe(page.headers.get('content-security-policy'))
  })

  test('behavior: a 304 response for a widget file still admits any site', async () => {
    const path = '/widget/v1/latchkey-wallet-0123.js'
    const etag = (await get(path)).headers.get('etag') ?? ''
    const again = await get(path, { 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(Object.fromEntries(again.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  test('behavior: HEAD returns the length and no body', async () => {
    const answer = await get('/assets/index-abc123.js', {}, 'HEAD')
    expect(answer.headers.get('content-length')).toBe(String(SCRIPT.length))
    expect(await answer.text()).toBe('')
  })

  test('behavior: a file of unknown type is a download', async () => {
    expect((await get('/strange.bin')).headers.get('content-type')).toBe('application/octet-stream')
  })

  test.each([['/verify-receipt'], ['/verify-receipt.html']])(
    'behavior: %s is the page that verifies receipts, may connect to any node of a chain, and loads only our scripts',
    async (path) => {
      const answer = await get(path, page)
      expect(await answer.text()).toContain('Verify')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("connect-src 'self' https: http://localhost:* http://127.0.0.1:*")
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).toContain("trusted-types 'none'")
    },
  )

  test('behavior: serves the documentation at /docs/ without a session, and a missing page of it is not the console', async () => {
    const start = await get('/docs/', page)
    expect(await start.text()).toContain('Documentation')
    const policy = start.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self'; style-src 'self';")
    const again = await get('/docs/index.html', { ...page, 'if-none-match': start.headers.get('etag') ?? '' })
    expect([again.status, again.headers.get('content-security-policy')]).toEqual([304, policy])
    const short = await get('/docs', page)
    expect([short.status, short.headers.get('location')]).toEqual([308, '/docs/'])
    expect((await get('/docs/search.json')).status).toBe(200)
    expect((await get('/docs/nothing.html', page)).status).toBe(404)
  })

  test.each([
    ['/llms.txt', 'text/plain; charset=utf-8', '# Latchkey\n'],
    ['/docs/index.md', 'text/markdown; charset=utf-8', '# Documentation\n'],
  ])('behavior: %s is text for programs, without a session', async (path, type, text) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(await answer.text()).toBe(text)
  })

  test.each(['/docs/widget/', '/docs/widget'])(
    'behavior: %s opened by a person → the page of the documentation',
    async (path) => {
      const answer = await get(path, page)
      expect([answer.status, answer.headers.get('location')]).toEqual([308, '/docs/widget.html'])
      expect((await get(path, { accept: 'application/json' })).status).toBe(404)
    },
  )

  test('error: an API path that ends with a slash → 404 with a message about the slash', async () => {
    const { status, code, message } = await readError(get('/api/session/'))
    expect({ status, code }).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(message).toContain('leave the last slash out')
  })

  test('behavior: .well-known is served', async () => {
    expect((await get('/.well-known/webauthn')).status).toBe(200)
  })

  test.each([
    ['/assets/none.js'],
    ['/assets/index-abc123.js.map'],
    ['/.env'],
    ['/link.txt'],
    ['/none.txt'],
    ['/.well-known/none'],
  ])('error: %s → 404 in the envelope', async (path) => {
    expect(await readError(get(path))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('error: a file that a build has just deleted → 404 that is not cached', async () => {
    expect((await get('/assets/gone-789abc.js')).status).toBe(200)
    await rm(join(root, 'console/assets/gone-789abc.js'))
    const answer = await get('/assets/gone-789abc.js')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await readError(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test.each([
    ['/../secret.txt'],
    ['/assets/../../secret.txt'],
    ['/..%2fsecret.txt'],
    ['/%2e%2e/secret.txt'],
    ['/%2e%2e%2fsecret.txt'],
    ['/..%5csecret.txt'],
    ['/..\\secret.txt'],
    ['/assets/..%2f..%2fsecret.txt'],
    ['/%252e%252e%252fsecret.txt'],
    ['//secret.txt'],
    ['/assets/%00'],
    ['/%c0%ae%c0%ae/secret.txt'],
    ['/widget/v1/../../secret.txt'],
    ['/widget/v1/..%2f..%2fsecret.txt'],
    ['/widget/v1//secret.txt'],
    ['/widget/v1/%2e%2e%2fconsole%2findex.html'],
  ])('error: %s does not escape the folder', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('outside')
  })

  test('behavior: a page at another loopback name redirects to the public one, and nowhere else', async () => {
    for (const path of ['/wallets', '//evil.example/x', '/\\evil.example']) {
      const answer = await world.bff.fetch(
        request(path, { headers: { ...page, host: '127.0.0.1:4000' } }, 'http://127.0.0.1:4000'),
      )
      expect(answer.status).toBe(307)
      expect(new URL(answer.headers.get('location') ?? '').origin).toBe('http://localhost:4000')
    }
  })

  test('error: without a build, the page says so', async () => {
    const bff = world.another({ consoleDir: join(root, 'none') })
    expect((await bff.fetch(request('/', { headers: page }))).status).toBe(503)
  })
})

describe('widget files', () => {
  test('behavior: any site may load and cache them permanently', async () => {
    const answer = await get('/widget/v1/latchkey-wallet-0123.js', { origin: 'https://shop.example' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test.each(['integrity.json', 'descriptors/erc1155.json'])(
    'behavior: %s has a fixed name, so it is revalidated, and any site may load it',
    async (name) => {
      const answer = await get(`/widget/v1/${name}`, { origin: 'https://shop.example' })
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'no-cache',
        'content-type': 'application/json',
      })
    },
  )

  test('error: a missing file → 404, never the console', async () => {
    expect((await get('/widget/v1/none.js', page)).status).toBe(404)
  })

  test('error: an outdated name → 404 that the page’s browser can read', async () => {
    const answer = await get('/widget/v1/latchkey-wallet-0000.js', { origin: 'https://shop.example' })
    expect(answer.status).toBe(404)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    })
  })
})
