import { runInNewContext } from 'node:vm'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookError } from './index.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const body = JSON.stringify({
  type: 'transaction.confirmed',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: {},
})
const at = new Date('2026-01-01T00:00:00.000Z')
const nowSeconds = at.getTime() / 1000

/** Headers as the published library signs them. */
const headers = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(nowSeconds),
  'webhook-signature': new Webhook(SECRET).sign('msg_1', at, body),
}

test('behavior: accepts signatures of the published library, in both kinds of headers, with either secret during a rotation', () => {
  expect(verifyWebhook({ body, headers, secret: SECRET, nowSeconds })).toEqual(JSON.parse(body))
  expect(
    verifyWebhook({ body, headers: new Headers(headers), secret: [OTHER, SECRET], nowSeconds }),
  ).toMatchObject({ type: 'transaction.confirmed' })
})

test.each([
  ['another body', { body: `${body} ` }, /not signed/],
  ['another secret', { secret: OTHER }, /not signed/],
  ['another id', { headers: { ...headers, 'webhook-id': 'msg_2' } }, /not signed/],
  [
    'no signature',
    { headers: { ...headers, 'webhook-signature': undefined } },
    /webhook-signature is missing/,
  ],
  ['an old one', { nowSeconds: nowSeconds + 301 }, /five minutes/],
  ['one of later', { nowSeconds: nowSeconds - 301 }, /five minutes/],
])('error: %s is rejected', (_, change, message) => {
  const verify = () => verifyWebhook({ body, headers, secret: SECRET, nowSeconds, ...change })
  expect(verify).toThrow(WebhookError)
  expect(verify).toThrow(message)
})

test('param: accepts a body as bytes or as text', () => {
  const bytes = new TextEncoder().encode(body)
  const elsewhere: unknown = runInNewContext('Uint8Array.from(bytes)', { bytes })
  const given = [bytes, Buffer.from(bytes), bytes.buffer, new DataView(bytes.buffer), elsewhere]
  for (const one of given) {
    const request = Object.assign({ body, headers, secret: SECRET, nowSeconds }, { body: one })
    expect(verifyWebhook(request)).toEqual(JSON.parse(body))
  }
})

test('param: accepts headers of another implementation of fetch', () => {
  const others: unknown = {
    forEach: new Map(Object.entries(headers)).forEach.bind(new Map(Object.entries(headers))),
  }
  const request = Object.assign({ body, headers, secret: SECRET, nowSeconds }, { headers: others })
  expect(verifyWebhook(request)).toEqual(JSON.parse(body))
})

test('error: a body that was parsed and serialized again → names the raw body', () => {
  const again = JSON.stringify(JSON.parse(body), undefined, 2)
  expect(() => verifyWebhook({ body: again, headers, secret: SECRET, nowSeconds })).toThrow(
    /its body was changed since it came/,
  )
})

test('param: removes a line break at the end of the secret', () => {
  expect(verifyWebhook({ body, headers, secret: `${SECRET}\n`, nowSeconds })).toEqual(JSON.parse(body))
})

test.each<[string, Record<string, unknown>, string]>([
  ['a parsed body', { body: JSON.parse(body) }, 'not a parsed one'],
  ['no body', { body: undefined }, 'not a parsed one'],
  ['no secret', { secret: undefined }, 'was given no secret'],
  ['an empty secret', { secret: '' }, 'was given no secret'],
  ['an empty list of secrets', { secret: [] }, 'was given no secret'],
  ['an unset secret of two', { secret: [SECRET, undefined] }, 'was given no secret'],
  ['a secret without its beginning', { secret: SECRET.slice(6) }, 'does not begin with whsec_'],
  ['an API key', { secret: `pk_live_${'S'.repeat(32)}` }, 'was given an API key'],
  ['an integration secret', { secret: `is_live_${'S'.repeat(43)}` }, 'was given an integration secret'],
  ['a secret with another character', { secret: `${SECRET}é` }, 'is cut off, or has a character'],
  ['the beginning alone', { secret: 'whsec_' }, 'is cut off, or has a character'],
])('error: %s is a TypeError, not a rejected request', (_, change, message) => {
  const request = Object.assign({ body, headers, secret: SECRET, nowSeconds }, change)
  expect(() => verifyWebhook(request)).toThrow(TypeError)
  expect(() => verifyWebhook(request)).toThrow(message)
  expect(() => verifyWebhook(request)).not.toThrow(/S{9}/)
})
