import { createHmac, randomBytes } from 'node:crypto'
import type { SecretContext } from '#server-kit/secrets/secret-box.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new signing secret: `whsec_` and the base64 of 32 random bytes (Standard Webhooks 1.0). */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** What an endpoint's secrets are sealed for: both columns alike, so that a rotation moves the box. */
export function webhookSecretContext(organizationId: string): SecretContext {
  return { owner: organizationId, column: 'webhook_endpoints.secret_box' }
}

export type SignedContent = { id: string; timestampSeconds: number; body: string }

/**
 * The `webhook-signature` header: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, once for each
 * secret that is valid now (Standard Webhooks 1.0).
 */
export function webhookSignature(secrets: readonly string[], content: SignedContent): string {
  const { id, timestampSeconds, body } = content
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`
  })
  return signatures.join(' ')
}
