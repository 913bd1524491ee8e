import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { CREDENTIAL_PREFIXES } from '#protocol/credential-form.ts'

// `latchkey/server` includes this file and runs outside Node too, so the code uses only APIs of every
// platform.

/**
 * Maximum difference between a delivery's time and ours, in seconds and in either direction. It prevents
 * replays of recorded deliveries.
 */
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
  return PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))
}

/** Whether a text can be a signing secret: `whsec_` and base64. */
export function isWebhookSecretShaped(text: string): boolean {
  return readKey(text) !== undefined
}

/** The `webhook-signature` header: `v1,<base64>` once for each valid secret (Standard Webhooks 1.0). */
export function webhookSignature(secrets: readonly string[], content: SignedContent): string {
  return secrets.map((secret) => `v1,${toBase64(computeMac(requireKey(secret), content))}`).join(' ')
}

/**
 * Reads the three headers of Standard Webhooks 1.0. Returns the name of the first missing or invalid header, if there
 * is one.
 */
export function readWebhookHeaders(headers: Headers): SignedWebhook | keyof typeof headerShapes {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  const signature = headers.get('webhook-signature') ?? ''
  if (!headerShapes['webhook-id'].test(id)) return 'webhook-id'
  if (!headerShapes['webhook-timestamp'].test(timestamp)) return 'webhook-timestamp'
  if (!headerShapes['webhook-signature'].test(signature)) return 'webhook-signature'
  return { id, timestampSeconds: Number(timestamp), signatures: signature.split(' ') }
}

/** Whether one of the signatures (`v1,<base64>`) signs `id.timestamp.body` with the secret. */
export function isSignedBy(secret: string, webhook: SignedWebhook, body: string): boolean {
  const key = readKey(secret)
  if (key === undefined) return false
  const expected = computeMac(key, { ...webhook, body })
  return webhook.signatures.some((signature) => {
    const [version, encoded = ''] = signature.split(',')
    const given = fromBase64(encoded)
    return version === 'v1' && given !== undefined && isEqual(given, expected)
  })
}

function computeMac(key: Uint8Array, { id, timestampSeconds, body }: SignedContent): Uint8Array {
  return hmac(sha256, key, new TextEncoder().encode(`${id}.${timestampSeconds}.${body}`))
}

/** Decodes the key of a secret. Undefined if the text is not a signing secret. */
function readKey(secret: string): Uint8Array | undefined {
  if (!secret.startsWith(PREFIX) || secret.length === PREFIX.length) return undefined
  return fromBase64(secret.slice(PREFIX.length))
}

function requireKey(secret: string): Uint8Array {
  const key = readKey(secret)
  if (key === undefined) throw new TypeError('a webhook secret is not whsec_ and base64')
  return key
}

/** Compares in constant time if both lengths are equal. */
function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0)
  return difference === 0
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Decodes both base64 alphabets, with or without padding. Undefined if the text is not base64. */
function fromBase64(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
