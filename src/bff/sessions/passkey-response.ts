import * as z from 'zod/mini'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { assertionJsonSchema, registrationJsonSchema } from '#shared/passkey/credential-json.ts'

const clientDataSchema = z.object({ crossOrigin: z.optional(z.boolean()) })

/** The browser's answer to a registration, only the fields that are checked; undefined when it is none. */
export function parseRegistration(response: unknown): RegistrationResponseJSON | undefined {
  const parsed = registrationJsonSchema.safeParse(response)
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
  const parsed = assertionJsonSchema.safeParse(response)
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
