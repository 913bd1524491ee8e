import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forFile } from '#protocol/testing/for-file.ts'
import { startPushService } from '#protocol/testing/push-device.ts'
import { pushRequest } from './web-push.ts'

const service = await forFile(startPushService())

const DAY_SECONDS = 86_400
/** The base point of P-256 (SEC 2, 2.4.2), whose secret number is 1: all other bytes are leading zeros. */
const BASE_POINT = {
  x: '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  y: '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
}
const toBase64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url')
/** In the form in which the database stores them since the first version. */
const keys = {
  publicKey: toBase64url(`04${BASE_POINT.x}${BASE_POINT.y}`),
  privateKey: toBase64url('01'.padStart(64, '0')),
}
const claimsSchema = z.strictObject({ aud: z.string(), exp: z.number(), sub: z.string() })
const transactionUuid = '9f3a1c52-7c0e-4b8a-9d6e-2f1b8c4d5e6f'

async function send(publicUrl: string) {
  const { subscription, decrypt } = service.newDevice()
  const target = { endpoint: subscription.endpoint, ...subscription.keys }
  const message = { transactionUuid }
  const request = await pushRequest({ settings: { publicUrl } }, target, {
    keys,
    message,
    ttlSeconds: 604_800,
  })
  return { ...request, text: decrypt(request.body) }
}

test('behavior: a push message has the headers of RFC 8030 and the encoding of RFC 8291', async () => {
  const { headers, text } = await send('https://wallets.example')
  expect(text).toBe(JSON.stringify({ transactionUuid }))
  const { authorization, ...others } = headers
  expect(authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/)
  expect(others).toEqual({
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: '604800',
    urgency: 'high',
    topic: transactionUuid.replaceAll('-', ''),
  })
})

test.each([
  { publicUrl: 'https://wallets.example', contact: 'https://wallets.example' },
  { publicUrl: 'http://localhost:4000', contact: 'mailto:sandbox@localhost.invalid' },
])('behavior: stored keys sign for one push service, with $contact as contact', async (row) => {
  const { headers } = await send(row.publicUrl)
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers['authorization'] ?? '') ?? []
  expect(key).toBe(keys.publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const jwk = { kty: 'EC', crv: 'P-256', x: toBase64url(BASE_POINT.x), y: toBase64url(BASE_POINT.y) }
  const verifier = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const signed = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', signed, verifier, Buffer.from(signature, 'base64url'))).toBe(true)
  const { aud, exp, sub } = claimsSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  expect({ aud, sub }).toEqual({ aud: service.origin, sub: row.contact })
  const validSeconds = exp - Date.now() / 1_000
  expect(validSeconds).toBeGreaterThan(0)
  expect(validSeconds).toBeLessThan(DAY_SECONDS)
})

test('behavior: two messages to the same device share no key and no salt', async () => {
  const [first, second] = [await send('https://wallets.example'), await send('https://wallets.example')]
  expect(first.body.subarray(0, 86)).not.toEqual(second.body.subarray(0, 86))
})
