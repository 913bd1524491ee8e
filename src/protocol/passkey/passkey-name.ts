/**
 * Maximum length of a name that every authenticator stores, in bytes. Some authenticators refuse a longer name.
 * Source: WebAuthn L3 6.4.1.
 */
const BYTES_MAX = 64

/** A global of browsers and Node. This folder is compiled without the types of either. */
declare class TextEncoder {
  encodeInto(text: string, into: Uint8Array): { read: number }
}

/**
 * Shortens a name of a site or a person to the length that every authenticator stores (w3c/webauthn 1296, trussed-dev
 * 30). Cuts at the end of a character. Authenticators would cut within a character.
 */
export function passkeyName(text: string): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(BYTES_MAX)).read)
}
