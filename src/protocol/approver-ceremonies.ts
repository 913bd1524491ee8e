import * as z from 'zod/mini'
import { registrationJsonSchema, assertionJsonSchema } from '#protocol/passkey/credential-json.ts'
import { addressSchema, matching, uintSchema } from './fields.ts'

export const secretSchema = matching(
  /^[A-Za-z0-9_-]{43}$/,
  'must be the 43 characters that the service gave out',
)

/**
 * The start of a passkey prompt. `options` are passed to the browser unchanged (WebAuthn L3 JSON). `ceremonyId`
 * is sent back with the browser's response, once, within five minutes.
 */
export const ceremonySchema = z.object({
  ceremonyId: secretSchema,
  options: z.record(z.string(), z.unknown()),
})
export type Ceremony = z.infer<typeof ceremonySchema>

export const finishEnrolmentSchema = z.strictObject({
  ceremonyId: secretSchema,
  response: registrationJsonSchema,
})
export type FinishEnrolment = z.infer<typeof finishEnrolmentSchema>

/** `POST /sign-in/begin`: the challenge in `options` is `signInChallenge` with this nonce. The app checks that before the prompt. */
export const begunSignInSchema = z.extend(ceremonySchema, { nonce: secretSchema })
export type BegunSignIn = z.infer<typeof begunSignInSchema>

export const finishSignInSchema = z.strictObject({ ceremonyId: secretSchema, response: assertionJsonSchema })
export type FinishSignIn = z.infer<typeof finishSignInSchema>

/**
 * The call by which an approval wallet objects to its removal. The challenge in `options` is its execute
 * digest. The app computes it before the prompt.
 */
export const begunObjectionSchema = z.extend(ceremonySchema, {
  approvalWallet: addressSchema,
  expiration: uintSchema,
})

/**
 * The call by which an approval wallet adds or removes a key (`approvalKeyCall`). The challenge in `options` is
 * its execute digest. The app computes it before the prompt.
 */
export const begunKeyChangeSchema = z.extend(ceremonySchema, {
  chainId: z.number(),
  approvalWallet: addressSchema,
  expiration: uintSchema,
})
