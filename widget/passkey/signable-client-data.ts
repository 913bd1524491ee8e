import { base64Url } from '#protocol/passkey/base64-url.ts'
import { hasContractForm } from '#protocol/passkey/client-data-form.ts'
import { ClientDataError, findIndexes, parseClientData } from '#protocol/passkey/client-data.ts'
import { textFromBytes, Utf8Error } from '#protocol/signing/utf8.ts'

/**
 * Whether the wallet contract and the service accept the form of a clientDataJSON, for this type and
 * challenge. A device writes the same form at a registration and at every assertion. A passkey that could
 * never sign is therefore detected before it has a wallet.
 */
export function isSignableClientData(
  bytes: Uint8Array,
  type: 'webauthn.create' | 'webauthn.get',
  challenge: Uint8Array,
): boolean {
  try {
    const json = textFromBytes(bytes)
    parseClientData(json)
    return hasContractForm(bytes, findIndexes(json), { type, challenge: base64Url(challenge) })
  } catch (cause) {
    if (cause instanceof ClientDataError || cause instanceof Utf8Error) return false
    throw cause
  }
}
