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

/** As the published library signs. */
const headers = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(nowSeconds),
  'webhook-signature': new Webhook(SECRET).sign('msg_1', at, body),
}

test('behavior: what the published library signs is read, from both kinds of headers, and with either secret of a rotation', () => {
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
])('error: %s is refused', (_, change, message) => {
  const verify = () => verifyWebhook({ body, headers, secret: SECRET, nowSeconds, ...change })
  expect(verify).toThrow(WebhookError)
  expect(verify).toThrow(message)
})
