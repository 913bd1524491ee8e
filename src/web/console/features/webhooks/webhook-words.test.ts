import { expect, test } from 'vitest'
import type { Delivery } from '#protocol/events.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import { deliveryLook } from '#web/console/components/badge.tsx'
import { durationText } from '#web/console/lib/display.ts'
import { adviceFor, problemText, typesText, webhookLook, webhookPurpose } from './webhook-words.ts'

const WEBHOOK: Webhook = {
  id: '1',
  url: 'https://shop.example/hooks',
  description: '',
  types: null,
  enabled: true,
  disabledReason: null,
  disabledAtDatetime: null,
  failingSinceDatetime: null,
  previousSecretUntilDatetime: null,
  createdAtDatetime: '2026-11-21T10:00:00.000Z',
  updatedAtDatetime: '2026-11-21T10:00:00.000Z',
}
const ATTEMPT: Delivery['attempts'][number] = {
  attemptedAtDatetime: '2026-11-21T10:00:00.000Z',
  durationMs: 12,
  delivered: false,
  responseStatus: 503,
  responseBytes: 0,
  problem: 'status',
}

test.each([
  [{}, 'Enabled', 'Events are delivered to this endpoint.'],
  [
    { failingSinceDatetime: '2026-11-20T10:00:00.000Z' },
    'Failing',
    'Deliveries to this endpoint are failing.',
  ],
  [
    { enabled: false, disabledReason: 'manual' },
    'Disabled',
    'Disabled: no events are delivered to this endpoint.',
  ],
  [{ enabled: false, disabledReason: 'gone' }, 'Disabled automatically', 'Disabled: no events'],
  [{ enabled: false, disabledReason: 'failing' }, 'Disabled automatically', 'Disabled: no events'],
] as const)('behavior: an endpoint with %j is %s', (change, label, purpose) => {
  expect(webhookLook({ ...WEBHOOK, ...change }).label).toBe(label)
  expect(webhookPurpose({ ...WEBHOOK, ...change })).toContain(purpose)
})

test.each([
  [{ status: 'pending', attempts: [] }, 'Pending'],
  [{ status: 'pending', attempts: [ATTEMPT] }, 'Retrying'],
  [{ status: 'pending', attempts: [{ ...ATTEMPT, delivered: true }] }, 'Pending'],
  [{ status: 'failed', attempts: [ATTEMPT] }, 'Failed'],
] as const)('behavior: a delivery with %j reads as %s', ({ status, attempts }, label) => {
  expect(deliveryLook({ status, attempts: [...attempts] }).label).toBe(label)
})

test.each([
  [{}, 'Responded with 503'],
  [{ problem: 'redirect', responseStatus: 302 }, 'Responded with 302: redirects are not followed'],
  [{ problem: null, responseStatus: 204, delivered: true }, 'Responded with 204'],
  [{ problem: 'connection', responseStatus: null }, 'The connection failed'],
  [{ problem: 'something-new', responseStatus: null }, 'something-new'],
])('behavior: an attempt with %j reads as %s', (change, text) => {
  expect(problemText({ ...ATTEMPT, ...change })).toBe(text)
})

test('behavior: formats the number of event types and durations', () => {
  expect(typesText({ types: null })).toBe('All events')
  expect(typesText({ types: ['wallet.created'] })).toBe('1 event type')
  expect(typesText({ types: ['wallet.created', 'apikey.exposed'] })).toBe('2 event types')
  expect(durationText(1_234)).toMatch(/1,234\sms/)
})

const advise = (problem: string | null, responseStatus: number | null = null) =>
  adviceFor({ delivered: false, problem, responseStatus })

test('behavior: a delivered attempt has no advice', () => {
  expect(adviceFor({ delivered: true, problem: null, responseStatus: 204 })).toBeNull()
})

test.each([
  ['redirect', 302, /final URL/],
  ['timeout', null, /within 15 seconds/],
  ['tls', null, /certificate/],
  ['malformed', null, /HTTP/],
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
] as const)('behavior: %s with status %s has advice', (problem, status, words) => {
  expect(advise(problem, status)).toMatch(words)
})
