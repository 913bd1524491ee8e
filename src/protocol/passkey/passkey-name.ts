import { bytesFromText } from '#protocol/signing/utf8.ts'

/** Maximum bytes of a name that every authenticator stores. Some refuse a longer one. Source: WebAuthn L3 6.4.1. */
const BYTES_MAX = 64

/**
 * Cuts a name of a site or a person to what every authenticator stores (w3c/webauthn 1296, trussed-dev 30), at the end of
 * a character. Authenticators would cut within one.
 */
export function passkeyName(text: string): string {
  let cut = ''
  for (const character of text) {
    if (bytesFromText(cut + character).length > BYTES_MAX) return cut.trimEnd()
    cut += character
  }
  return cut
}
