import type { HasRelyingParty } from '#bff/context-parts.ts'
import type { CreationOptions, RequestOptions } from '#protocol/passkey/ceremony-options.ts'
import { signInPrompt } from '#server-kit/passkeys/assertion.ts'
import { registrationOptions as makeOptions } from '#server-kit/passkeys/registration.ts'

type Passkeys = readonly { id: string }[]

/** Returns options for a sign-in or step-up. `allow` limits them to these passkeys. */
export async function promptPasskey(
  { settings }: HasRelyingParty,
  allow?: Passkeys,
): Promise<{ options: RequestOptions; nonce: string }> {
  const { options, nonce } = await signInPrompt(settings.relyingParty)
  const { allowCredentials: _, ...others } = options
  return { options: { ...others, ...(allow && { allowCredentials: toDescriptors(allow) }) }, nonce }
}

/** Returns creation options for a person's passkey. Authenticators with a passkey in `exclude` are refused. */
export async function registrationOptions(
  { settings }: HasRelyingParty,
  { exclude = [], ...person }: { name: string; userHandle: string; exclude?: Passkeys },
): Promise<CreationOptions> {
  const options = await makeOptions(settings.relyingParty, { rpName: 'Latchkey', ...person })
  return { ...options, excludeCredentials: toDescriptors(exclude) }
}

/** Adds the type that WebAuthn requires. The library types both fields as plain strings. */
function toDescriptors(passkeys: Passkeys): { id: string; type: 'public-key' }[] {
  // Without transports, browsers search everywhere, including a phone with a synced copy.
  return passkeys.map(({ id }) => ({ id, type: 'public-key' }))
}
