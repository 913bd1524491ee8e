import { utf8ToBytes } from '@noble/hashes/utils.js'
import { hexFromBytes } from './hex.ts'

/** Thrown when a text or its bytes are not well-formed Unicode. */
export class Utf8Error extends Error {
  override name = 'Utf8Error'
}

/** UTF-8 bytes of a text. Throws `Utf8Error` for a lone surrogate, whose replacement would be signed. */
export function bytesFromText(text: string): Uint8Array {
  try {
    encodeURIComponent(text)
  } catch (cause) {
    throw new Utf8Error('must be well-formed Unicode (it has a lone surrogate)', { cause })
  }
  return utf8ToBytes(text)
}

/** The text of UTF-8 bytes, with any leading byte order mark. Throws `Utf8Error` for invalid UTF-8. */
export function textFromBytes(bytes: Uint8Array): string {
  try {
    return decodeURIComponent(hexFromBytes(bytes).slice(2).replace(/../g, '%$&'))
  } catch (cause) {
    throw new Utf8Error('must be UTF-8', { cause })
  }
}
