import { WidgetError } from '#widget/errors.ts'
import type { Assertion } from '#widget/passkey/authenticator.ts'
import { isSignedBy } from '#widget/passkey/sign-digest.ts'
import { signedNumber } from '#widget/wallet/wallet-authority.ts'
import { listKeys, type Details } from '#widget/wallet/wallet-details.ts'

/**
 * The number by which a signature names its key: its position in the contract, or 0 for the main key.
 * Undefined if the server does not report keys.
 *
 * @throws WidgetError `PASSKEY_WRONG` if the wallet does not have the key, or no longer has it
 */
export async function numberOfSigner(
  details: Details | undefined,
  assertion: Assertion,
): Promise<number | undefined> {
  if (details?.keys === undefined) return undefined
  for (const key of listKeys(details))
    if (await isSignedBy(key.qx, key.qy, assertion)) return signedNumber(details, key)
  throw new WidgetError('PASSKEY_WRONG', { detail: 'signed by a key that the wallet does not have' })
}
