import * as z from 'zod/mini'
import { labelSchema } from '#protocol/fields.ts'
import { newCredentialSchema } from '#protocol/passkey/credential-json.ts'

/** `POST /api/setup/options`: the one-time link's token and the name of the first administrator. */
export const setupOptionsRequestSchema = z.strictObject({
  setupToken: z.string('must be a string').check(z.minLength(1), z.maxLength(200)),
  name: labelSchema(100),
})
/** WebAuthn JSON responses are forwarded unchanged. The server library parses them. */
export const setupVerifyRequestSchema = z.strictObject({
  setupToken: z.string('must be a string').check(z.minLength(1), z.maxLength(200)),
  response: newCredentialSchema,
})
