import * as z from 'zod/mini'

const base64url = (lengthMax: number) =>
  z
    .string('must be a string')
    .check(z.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'), z.maxLength(lengthMax, 'is too long'))

const credentialId = base64url(1_400)
const clientDataJson = base64url(8_000)
/** Without certificates, which are not asked for, it has some 300 bytes. Reading one of 24 kB takes up to 36 ms. */
export const ATTESTATION_LENGTH_MAX = 12_000

/**
 * A browser's answer to a registration, only the members that a server checks. The bounds are far above
 * what authenticators send. Source: WebAuthn L3 5.1 (RegistrationResponseJSON).
 */
export const registrationJsonSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientDataJson,
    attestationObject: base64url(ATTESTATION_LENGTH_MAX),
    transports: z.optional(z.array(z.string().check(z.maxLength(50))).check(z.maxLength(10))),
  }),
})
export type RegistrationJson = z.infer<typeof registrationJsonSchema>

/** A browser's answer to an assertion, only the members that a server checks. Source: WebAuthn L3 5.1 (AuthenticationResponseJSON). */
export const assertionJsonSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientDataJson,
    authenticatorData: base64url(8_000),
    signature: base64url(2_000),
    userHandle: z.optional(z.nullable(base64url(100))),
  }),
})
export type AssertionJson = z.infer<typeof assertionJsonSchema>
