const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Thrown if a text is not canonical base64url. */
export class Base64UrlError extends Error {
  override name = 'Base64UrlError'
}

/** base64url without padding. Source: RFC 4648 5; WebAuthn L3 3. */
export function base64Url(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const [one = 0, two, three] = bytes.subarray(index, index + 3)
    const group = (one << 16) | ((two ?? 0) << 8) | (three ?? 0)
    text += ALPHABET.charAt(group >> 18) + ALPHABET.charAt((group >> 12) & 63)
    if (two !== undefined) text += ALPHABET.charAt((group >> 6) & 63)
    if (three !== undefined) text += ALPHABET.charAt(group & 63)
  }
  return text
}

/**
 * The bytes of a base64url text without padding. Throws `Base64UrlError` for any other text, including non-zero
 * spare bits.
 */
export function bytesFromBase64Url(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let bits = 0
  let held = 0
  let length = 0
  for (const character of text) {
    bits = ((bits << 6) | ALPHABET.indexOf(character)) & 0xffff
    held += 6
    if (held >= 8) {
      held -= 8
      bytes[length] = (bits >> held) & 0xff
      length += 1
    }
  }
  // This also refuses characters outside the alphabet, because `base64Url` never writes one.
  if (base64Url(bytes) !== text) throw new Base64UrlError('must be base64url without padding')
  return bytes
}
