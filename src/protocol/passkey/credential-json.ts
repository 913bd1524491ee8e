import * as z from 'zod/mini'

const base64url = (lengthMax: number, form: RegExp = /^[A-Za-z0-9_-]+$/) =>
  z
    .string('must be a string')
    .check(z.regex(form, 'must be base64url'), z.maxLength(lengthMax, 'is too long'))

/**
 * The user handle. Empty if the authenticator sent none. Safari writes an empty text instead of null (WebKit bug
 * 239737).
 */
const userHandle = base64url(100, /^[A-Za-z0-9_-]*$/)

const credentialId = base64url(1_400)
const clientDataJson = base64url(8_000)
/**
 * Maximum length of an attestation object, in characters. Decoding its CBOR takes up to 1.6 ms per kilobyte,
 * before anything in it is verified. Attestations with a certificate chain have about 5 kilobytes, those
 * without ("none") 200 bytes.
 */
const ATTESTATION_LENGTH_MAX = 10_000

/**
 * A browser's response to a registration, reduced to the members that a server checks. The bounds are far above
 * the lengths that authenticators send. Source: WebAuthn L3 5.1 (RegistrationResponseJSON).
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

/**
 * A browser's new credential in a request body. Only the length of its attestation is checked here. The server
 * parses the rest with `registrationJsonSchema` once its ceremony is known.
 */
export const newCredentialSchema = z.record(z.string(), z.unknown()).check(
  z.refine(({ response }) => attestationLength(response) <= ATTESTATION_LENGTH_MAX, {
    path: ['response', 'attestationObject'],
    message: 'is too long',
  }),
)

function attestationLength(response: unknown): number {
  if (typeof response !== 'object' || response === null || !('attestationObject' in response)) return 0
  const { attestationObject } = response
  return typeof attestationObject === 'string' ? attestationObject.length : 0
}

/**
 * A browser's response to an assertion, reduced to the members that a server checks. Source: WebAuthn L3 5.1
 * (AuthenticationResponseJSON).
 */
export const assertionJsonSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientDataJson,
    authenticatorData: base64url(8_000),
    signature: base64url(2_000),
    userHandle: z.optional(z.nullable(userHandle)),
  }),
})
export type AssertionJson = z.infer<typeof assertionJsonSchema>
