import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { request } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { forFile } from '#protocol/testing/for-file.ts'

const consoleDir = await mkdtemp(join(tmpdir(), 'console-'))
await writeFile(join(consoleDir, 'index.html'), '<!doctype html><title>Latchkey</title>')
const world = await forFile(consoleWorld.bff({ consoleDir }))

function directives(response: Response): Map<string, string> {
  const policy = response.headers.get('content-security-policy') ?? ''
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )
}

test('behavior: the page runs only our own files and has no injection sink', async () => {
  const page = await world.bff.fetch(request('/', { headers: { accept: 'text/html' } }))
  expect(Object.fromEntries(directives(page))).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: https:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    'report-uri': '/api/csp-report',
  })
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
})

test.each([
  ['/', 'same-origin'],
  ['/api/session', 'same-origin'],
  ['/api/nothing', 'same-origin'],
  ['/api/widget/config', 'same-origin'],
  // A page of another origin can read that a file name is outdated.
  ['/widget/v1/none.js', 'cross-origin'],
])('behavior: %s has all headers, whatever the response', async (path, resourcePolicy) => {
  const answer = await world.bff.fetch(request(path, { headers: { accept: 'text/html' } }))
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': resourcePolicy,
    'permissions-policy': expect.stringContaining('publickey-credentials-get=(self)'),
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-request-id': expect.stringMatching(/^[\w.-]{1,64}$/),
  })
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('behavior: responses with data are never stored', async () => {
  expect((await world.bff.fetch(request('/api/session'))).headers.get('cache-control')).toBe('no-store')
})

test('behavior: responses with data have the time of the server’s own clock, which a sandbox can move', async () => {
  const date = async (path: string) => (await world.bff.fetch(request(path))).headers.get('date')
  world.pass(900)
  const now = world.ctx.clock.now().toUTCString()
  expect([await date('/api/session'), await date('/api/nothing')]).toEqual([now, now])
})

test('behavior: HSTS is sent only over https', async () => {
  expect((await world.bff.fetch(request('/api/session'))).headers.get('strict-transport-security')).toBeNull()
  const bff = world.another({ publicUrl: 'https://wallets.example' })
  const answer = await bff.fetch(new Request('https://wallets.example/api/session'))
  expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
})

test('behavior: a violation report is logged in short and has an empty response', async () => {
  const report = {
    'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'https://evil.example/x?stolen=1' },
  }
  const answer = await world.bff.fetch(
    new Request(`${PUBLIC_URL}/api/csp-report`, {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: JSON.stringify(report),
    }),
  )
  expect(answer.status).toBe(204)
  const line = world.logs.find((text) => text.includes('csp_violation')) ?? ''
  expect(line).toContain('https://evil.example/x')
  expect(line).not.toContain('stolen')
})
