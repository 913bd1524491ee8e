import type { HasRelyingParty } from '#bff/context-parts.ts'
import { bffError } from '#bff/http/exchange.ts'
import { registrationJsonSchema } from '#protocol/passkey/credential-json.ts'
import { type NewPasskey, verifyRegistration as verify } from '#server-kit/passkeys/registration.ts'

/** Verifies the passkey that a browser created for the challenge. @throws PASSKEY_REFUSED */
export async function verifyRegistration(
  ctx: HasRelyingParty,
  challenge: string,
  given: unknown,
): Promise<NewPasskey> {
  const response = registrationJsonSchema.safeParse(given)
  if (!response.success) throw bffError('PASSKEY_REFUSED')
  const made = { response: response.data, challenge }
  return verify(ctx.settings.relyingParty, made).catch((cause: unknown) => {
    throw bffError('PASSKEY_REFUSED', { cause })
  })
}
