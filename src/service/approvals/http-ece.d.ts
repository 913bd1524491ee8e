/** The part of http_ece that the service uses. The package has no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type EncryptionParameters = {
    /** The content encoding of RFC 8188, with the keys of RFC 8291. */
    version: 'aes128gcm'
    /** The sender's key pair for this message. */
    privateKey: ECDH
    /** The receiver's public key, and the secret that it shared with the sender, as base64url. */
    dh: string
    authSecret: string
  }
  /** @throws Error if `dh` is not a point of the curve */
  export function encrypt(text: Buffer, parameters: EncryptionParameters): Buffer
}
