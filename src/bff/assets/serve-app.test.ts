import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serveApp } from './serve-app.ts'

const directory = await mkdtemp(join(tmpdir(), 'app-'))
await mkdir(join(directory, 'assets'))
await writeFile(join(directory, 'index.html'), '<!doctype html><title>Approvals</title>')
await writeFile(join(directory, 'assets/index-abc.js'), 'export {}')
await writeFile(join(directory, 'sw.js'), '0')
afterAll(() => rm(directory, { recursive: true, force: true }))

function get(path: string, options: { method?: string; isSecure?: boolean } = {}) {
  const serve = serveApp({ directory, basePath: '/approve', isSecure: options.isSecure ?? false })
  return serve(new Request(`http://localhost${path}`, { method: options.method ?? 'GET' }))
}

test.each([['/approve'], ['/approve/'], ['/approve/index.html']])(
  'behavior: %s is the page, with the strict policy',
  async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(await answer.text()).toContain('Approvals')
  },
)

test('behavior: a file with a hash in its name is cached permanently', async () => {
  expect((await get('/approve/assets/index-abc.js')).headers.get('cache-control')).toContain('immutable')
})

test('behavior: the service worker may control the page, connects only to its own site, and is always revalidated', async () => {
  const { headers } = await get('/approve/sw.js')
  expect(headers.get('service-worker-allowed')).toBe('/approve')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; connect-src 'self';/)
  expect(headers.get('cache-control')).toBe('no-cache')
  const page = (await get('/approve')).headers.get('content-security-policy')
  expect(page).toContain("worker-src 'self'; trusted-types latchkey-worker")
  expect((await get('/approve/assets/index-abc.js')).headers.get('service-worker-allowed')).toBeNull()
})

test('behavior: HSTS is sent over https, not over http', async () => {
  expect((await get('/approve', { isSecure: true })).headers.get('strict-transport-security')).not.toBeNull()
  expect((await get('/approve')).headers.get('strict-transport-security')).toBeNull()
})

test.each([['/approve/none.js'], ['/approve/../secret'], ['/approve/transactions/1']])(
  'error: %s → 404 in the envelope',
  async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ statusCode: 404, content: { code: 'NOT_FOUND' } })
  },
)

test('error: another method → 405', async () => {
  expect((await get('/approve', { method: 'POST' })).status).toBe(405)
})
