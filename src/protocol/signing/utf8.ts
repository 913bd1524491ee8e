import { utf8ToBytes } from '@noble/hashes/utils.js'

/** Thrown if a text or its bytes are not well-formed Unicode. */
export class Utf8Error extends Error {
  override name = 'Utf8Error'
}

/** UTF-8 bytes of a text. Throws `Utf8Error` for a lone surrogate, because its encoding would change the text. */
export function bytesFromText(text: string): Uint8Array {
  try {
    encodeURIComponent(text)
  } catch (cause) {
    throw new Utf8Error('must be well-formed Unicode (it has a lone surrogate)', { cause })
  }
  return utf8ToBytes(text)
}

/**
 * Length of a text in UTF-8, in bytes, without encoding it. A lone surrogate counts as its replacement
 * character.
 */
export function utf8Length(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index += 1) {
    const point = text.codePointAt(index) ?? 0
    if (point > 0xffff) index += 1
    length += 1 + Number(point > 0x7f) + Number(point > 0x7ff) + Number(point > 0xffff)
  }
  return length
}

/** The text of UTF-8 bytes, with any leading byte order mark. Throws `Utf8Error` for invalid UTF-8. */
export function textFromBytes(bytes: Uint8Array): string {
  try {
    return decodeURIComponent(escaped(bytes))
  } catch (cause) {
    throw new Utf8Error('must be UTF-8', { cause })
  }
}

/** Writes bytes as a URI component. Only ASCII characters other than `%` are unescaped. */
function escaped(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes)
    text +=
      byte < 0x80 && byte !== PERCENT ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`
  return text
}

const PERCENT = 0x25
