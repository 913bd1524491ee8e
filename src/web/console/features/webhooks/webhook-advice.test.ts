import { expect, test } from 'vitest'
import { adviceFor } from './webhook-advice.ts'

const advise = (problem: string | null, responseStatus: number | null = null) =>
  adviceFor({ delivered: false, problem, responseStatus })

test('behavior: what was delivered needs no advice', () => {
  expect(adviceFor({ delivered: true, problem: null, responseStatus: 204 })).toBeNull()
})

test.each([
  ['redirect', 302, /final URL/],
  ['timeout', null, /within 15 seconds/],
  ['tls', null, /certificate/],
  ['connection', null, /firewall/],
  ['name', null, /DNS/],
  ['address', null, /public addresses/],
  ['url', null, /public addresses/],
  ['secret', null, /Rotate/],
  ['status', 401, /signature/],
  ['status', 404, /path/],
  ['status', 410, /permanently/],
  ['status', 429, /limit/],
  ['status', 503, /log/],
] as const)('behavior: %s with status %s is told what to do', (problem, status, words) => {
  expect(advise(problem, status)).toMatch(words)
})
