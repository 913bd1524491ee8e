import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { CREDENTIAL_PREFIXES } from '#protocol/credential-form.ts'

/** How far the time of a delivery may be from ours, either way: a recorded old one is refused. */
export const WEBHOOK_TOLERANCE_SECONDS = 300

const PREFIX = CREDENTIAL_PREFIXES['webhook-secret']
const SECRET_BYTES = 32
const headerShapes = {
  'webhook-id': /^[\x21-\x7e]{1,256}$/,
  'webhook-timestamp': /^[0-9]{1,12}$/,
  'webhook-signature': /^[\x20-\x7e]{1,2000}$/,
} as const

export type SignedWebhook = { id: string; timestampSeconds: number; signatures: string[] }
type SignedContent = Pick<SignedWebhook, 'id' | 'timestampSeconds'> & { body: string }

/** A new signing secret: `whsec_` and the base64 of 32 random bytes (Standard Webhooks 1.0). */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** The `webhook-signature` header: `v1,<base64>`, once for each secret that is valid now (Standard Webhooks 1.0). */
export function webhookSignature(secrets: readonly string[], content: SignedContent): string {
  return secrets.map((secret) => `v1,${macOf(secret, content).toString('base64')}`).join(' ')
}

/** The three headers of Standard Webhooks 1.0, or the name of the first that is missing or cannot be. */
export function readWebhookHeaders(headers: Headers): SignedWebhook | keyof typeof headerShapes {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  const signature = headers.get('webhook-signature') ?? ''
  if (!headerShapes['webhook-id'].test(id)) return 'webhook-id'
  if (!headerShapes['webhook-timestamp'].test(timestamp)) return 'webhook-timestamp'
  if (!headerShapes['webhook-signature'].test(signature)) return 'webhook-signature'
  return { id, timestampSeconds: Number(timestamp), signatures: signature.split(' ') }
}

/** Whether one of the signatures (`v1,<base64>`) is that of `id.timestamp.body` under the secret. */
export function isSignedBy(secret: string, webhook: SignedWebhook, body: string): boolean {
  const expected = macOf(secret, { ...webhook, body })
  return webhook.signatures.some((signature) => {
    const [version, encoded = ''] = signature.split(',')
    const given = Buffer.from(encoded, 'base64')
    return version === 'v1' && given.byteLength === expected.byteLength && timingSafeEqual(given, expected)
  })
}

function macOf(secret: string, { id, timestampSeconds, body }: SignedContent): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest()
}
