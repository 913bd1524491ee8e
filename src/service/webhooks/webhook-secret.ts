import type { SecretContext } from '#server-kit/secrets/secret-box.ts'

/** What an endpoint's secrets are sealed for: both columns alike, so that a rotation moves the box. */
export function webhookSecretContext(organizationId: string): SecretContext {
  return { owner: organizationId, column: 'webhook_endpoints.secret_box' }
}
