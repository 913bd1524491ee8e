import { base64Url } from '#protocol/passkey/base64-url.ts'
import { hasContractForm } from '#protocol/passkey/client-data-form.ts'
import { ClientDataError, findIndexes, parseClientData } from '#protocol/passkey/client-data.ts'
import { textFromBytes, Utf8Error } from '#protocol/signing/utf8.ts'

/**
 * Whether a clientDataJSON has the form that wallet contract and service accept, for this type and challenge. A device writes
 * it at a registration as it will at every assertion, so a passkey that could never sign is found before it has a wallet.
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
