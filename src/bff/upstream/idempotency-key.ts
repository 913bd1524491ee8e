import { createHash } from 'node:crypto'
import { readIdempotencyKey } from '#server-kit/idempotency/run-once.ts'

/**
 * The caller's Idempotency-Key, made unique per owner. The service knows only the organization, and one person's
 * key must not return another person's response.
 */
export function deriveIdempotencyKey(request: Request, owner: string): string | undefined {
  const key = readIdempotencyKey(request.headers)
  if (key === undefined) return undefined
  return createHash('sha256')
    .update(JSON.stringify([owner, key]))
    .digest('base64url')
}
