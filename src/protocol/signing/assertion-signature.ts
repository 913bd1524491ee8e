import type { Hex } from 'viem'
import { findIndexes } from '#protocol/passkey/client-data.ts'
import { decodeDerSignature } from '#protocol/passkey/der.ts'
import { lowS } from '#protocol/passkey/low-s.ts'
import { hexFromBytes } from './hex.ts'
import { encodeSignature } from './signature.ts'
import { textFromBytes } from './utf8.ts'

/**
 * The `signature` of an execute request from the result of `navigator.credentials.get`. DER is decoded, s is
 * made low and the indexes are found. All other bytes stay as the authenticator signed them.
 *
 * @throws DerError, ClientDataError or Utf8Error if the authenticator's response is malformed. Source: profile
 * 3, 4.
 */
export function signatureFromAssertion(assertion: {
  authenticatorData: Uint8Array
  clientDataJSON: Uint8Array
  signature: Uint8Array
}): Hex {
  const { r, s } = decodeDerSignature(assertion.signature)
  const clientDataJSON = textFromBytes(assertion.clientDataJSON)
  return encodeSignature({
    authenticatorData: hexFromBytes(assertion.authenticatorData),
    clientDataJSON,
    ...findIndexes(clientDataJSON),
    r,
    s: lowS(s),
  })
}
