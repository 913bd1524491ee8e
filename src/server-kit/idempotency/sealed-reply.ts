import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Reply } from '#server-kit/http/error-reply.ts'
import { apiError } from '#server-kit/http/http-error.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
const replySchema = z.object({
  status: z.number(),
  content: z.unknown(),
  headers: z.record(z.string(), z.string()),
})

/**
 * Answers stored for repetition can hold a new API key's secret, so they are sealed with AES-256-GCM under a
 * key that needs both the deployment's secret and the caller's Idempotency-Key: a copy of the database
 * opens none of them.
 */
export function sealReply(secret: Uint8Array, idempotencyKey: string, reply: Reply): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret, idempotencyKey), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(reply), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws CONFLICT when the deployment's secret has changed since */
export function openReply(secret: Uint8Array, idempotencyKey: string, sealed: string): Reply {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const iv = bytes.subarray(0, IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret, idempotencyKey), iv)
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const opened = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return z.parse(replySchema, JSON.parse(opened.toString('utf8')))
  } catch (cause) {
    throw apiError('CONFLICT', 'The answer stored for this Idempotency-Key can no longer be read', {
      cause,
    })
  }
}

function sealingKey(secret: Uint8Array, idempotencyKey: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, idempotencyKey, 'latchkey idempotent answer', 32))
}
