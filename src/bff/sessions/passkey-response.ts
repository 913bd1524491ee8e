import * as z from 'zod/mini'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

const base64url = (lengthMax: number) =>
  z
    .string('must be a string')
    .check(z.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'), z.maxLength(lengthMax, 'is too long'))

const credentialId = base64url(1_400)
const clientDataJson = base64url(8_000)

const registrationSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientDataJson,
    attestationObject: base64url(32_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(50))).check(z.maxLength(10))),
  }),
})

const authenticationSchema = z.object({
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

const clientDataSchema = z.object({ crossOrigin: z.optional(z.boolean()) })

/** The browser's answer to a registration, only the fields that are checked; undefined when it is none. */
export function parseRegistration(response: unknown): RegistrationResponseJSON | undefined {
  const parsed = registrationSchema.safeParse(response)
  if (!parsed.success || isCrossOrigin(parsed.data.response.clientDataJSON)) return undefined
  const { transports, ...rest } = parsed.data.response
  return {
    ...parsed.data,
    response: transports === undefined ? rest : { ...rest, transports },
    clientExtensionResults: {},
  }
}

/** The browser's answer to a sign-in, only the fields that are checked; undefined when it is none. */
export function parseAuthentication(response: unknown): AuthenticationResponseJSON | undefined {
  const parsed = authenticationSchema.safeParse(response)
  if (!parsed.success || isCrossOrigin(parsed.data.response.clientDataJSON)) return undefined
  const { userHandle, ...rest } = parsed.data.response
  return {
    ...parsed.data,
    response: typeof userHandle === 'string' ? { ...rest, userHandle } : rest,
    clientExtensionResults: {},
  }
}

/** The console is never in a frame of another site; the library lets such answers pass when no topOrigin is named. */
function isCrossOrigin(clientDataJSON: string): boolean {
  try {
    const parsed = clientDataSchema.safeParse(
      JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')),
    )
    return !parsed.success || parsed.data.crossOrigin === true
  } catch {
    return true
  }
}
