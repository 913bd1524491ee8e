import { expect, test } from 'vitest'
import { createIntegrationSecret } from '#bff/console/integration-store.ts'
import { newSecret } from '#server-kit/secrets/new-secret.ts'
import { newWebhookSecret } from '#server-kit/webhooks/webhook-signature.ts'
import { createApiKey } from '#service/keys/api-key-format.ts'
import { classifyCredential, type CredentialForm } from './credential-form.ts'

test.each<[CredentialForm, string]>([
  ['api-key', createApiKey('abc123')],
  ['api-key', 'pk_live_cut off'],
  ['api-key', JSON.stringify({ apiKey: createApiKey('abc123') })],
  ['integration-secret', createIntegrationSecret()],
  ['integration-secret', `Bearer ${createIntegrationSecret()}`],
  ['webhook-secret', newWebhookSecret()],
  ['widget-token', newSecret()],
  ['json', JSON.stringify({ token: newSecret() })],
  ['json', JSON.stringify(newSecret())],
  ['json', ' {}'],
  ['other', 'undefined'],
  ['other', ''],
  ['other', '[object Object]'],
  ['other', `${newSecret()} `],
  ['other', '<!doctype html>\n<title>Sign in</title>'],
])('param: %s is the form of %j', (form, text) => {
  expect(classifyCredential(text)).toBe(form)
})
