import type { CreationOptions, RequestOptions } from '#protocol/passkey/ceremony-options.ts'
import type { BffContext } from '#bff/context.ts'
import { signInPrompt } from '#server-kit/passkeys/assertion.ts'
import { registrationOptions as makeOptions } from '#server-kit/passkeys/registration.ts'

type Passkeys = readonly { id: string }[]

/** The options of a sign-in or step-up, for one of these passkeys or for any that the person chooses. */
export async function promptPasskey(
  { settings }: BffContext,
  allow?: Passkeys,
): Promise<{ options: RequestOptions; nonce: string }> {
  const { options, nonce } = await signInPrompt(settings.relyingParty)
  const { allowCredentials: _, ...others } = options
  return { options: { ...others, ...(allow && { allowCredentials: toDescriptors(allow) }) }, nonce }
}

/** Creation options for a person's passkey; not on an authenticator of `exclude`. */
export async function registrationOptions(
  { settings }: BffContext,
  { exclude = [], ...person }: { name: string; userHandle: string; exclude?: Passkeys },
): Promise<CreationOptions> {
  const options = await makeOptions(settings.relyingParty, { rpName: 'Latchkey', ...person })
  return { ...options, excludeCredentials: toDescriptors(exclude) }
}

/** Typed as WebAuthn names them: the library types both members as any text. */
function toDescriptors(passkeys: Passkeys): { id: string; type: 'public-key' }[] {
  // Without transports browsers search everywhere, also on a phone with a synced copy.
  return passkeys.map(({ id }) => ({ id, type: 'public-key' }))
}
