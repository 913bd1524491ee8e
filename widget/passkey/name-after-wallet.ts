import type { Authenticator } from './authenticator.ts'
import type { Passkey } from './create-passkey.ts'

/** In the device's list of passkeys this one then shows which wallet it opens. */
export function nameAfterWallet(
  authenticator: Authenticator,
  passkey: Passkey,
  { address, label, organizationName }: { address: string; label: string; organizationName: string },
): void {
  const name = label === '' ? organizationName : label
  authenticator.rename(passkey, `${name} · ${address.slice(0, 6)}…${address.slice(-4)}`)
}
