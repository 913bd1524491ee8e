import { expect, test } from 'vitest'
import { composeFetch } from './compose-fetch.ts'

const island = (name: string) => () => Promise.resolve(new Response(name))
const parts = {
  service: island('service'),
  bff: island('bff'),
  approver: island('approver'),
  probes: island('probes'),
  publicUrl: 'https://wallets.example',
  isEnding: () => false,
}
const ask = async (
  options: Partial<Parameters<typeof composeFetch>[0]>,
  path: string,
  host = 'wallets.example',
) => {
  const request = new Request(`https://wallets.example${path}`, { headers: { host } })
  const answer = await composeFetch({ ...parts, ...options })(request, {})
  return `${answer.status} ${answer.status === 200 ? await answer.text() : ''}`.trim()
}

test.each([
  ['/v1/baas/wallets', '200 service'],
  ['/v1/org/keys', '200 service'],
  ['/approve', '200 approver'],
  ['/approve/api/session', '200 service'],
  ['/readyz', '200 service'],
  ['/metrics', '200 service'],
  ['/', '200 bff'],
  ['/api/session', '200 bff'],
  ['/v1', '200 bff'],
  ['/.well-known/latchkey-receipt-keys', '200 service'],
  ['/.well-known/webauthn', '200 service'],
  ['/verify-receipt', '200 bff'],
])('behavior: %s is handled by its part: %s', async (path, expected) => {
  expect(await ask({}, path)).toBe(expected)
})

test.each([
  ['/v1/baas/wallets', { service: undefined }, '404'],
  ['/api/session', { bff: undefined }, '404'],
  ['/readyz', { service: undefined }, '200 probes'],
  ['/metrics', { service: undefined }, '200 probes'],
])('behavior: a process with only one part responds to %s with %j', async (path, options, expected) => {
  expect(await ask(options, path)).toBe(expected)
})

test('behavior: a process that is shutting down reports it in /readyz only', async () => {
  const isEnding = () => true
  expect(await ask({ isEnding }, '/readyz')).toBe('503')
  expect(await ask({ isEnding }, '/healthz')).toBe('200 service')
  expect(await ask({ isEnding }, '/v1/baas/wallets')).toBe('200 service')
})

test('error: the sandbox’s paths are served only for the deployment’s own host', async () => {
  expect(await ask({}, '/sandbox/inbox')).toBe('200 service')
  expect(await ask({}, '/sandbox/inbox', 'evil.example')).toBe('403')
})
