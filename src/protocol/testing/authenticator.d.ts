/** What a test makes the passkey do differently from an honest one. */
export type Ceremony = {
  origin: string
  rpId?: string
  challenge?: string
  type?: string
  userVerified?: boolean
  userPresent?: boolean
  crossOrigin?: boolean
  topOrigin?: string
  counter?: number
  userHandle?: string
  tamperSignature?: boolean
  format?: string
}
/** A passkey that was made before: its id as base64url, its private key as base64 of PKCS #8. */
export type KnownPasskey = {
  credentialId: string
  privateKey: string
  userHandle?: string | undefined
}
/** A passkey in software: P-256 by node:crypto, the few CBOR forms that a registration needs. */
export type Authenticator = {
  credentialId: string
  /** The private key as base64 of PKCS #8. */
  privateKey: string
  /** The public key as base64url of SPKI. */
  publicKeySpki: string
  /** The point's coordinates, 64 hex digits each. */
  qx: string
  qy: string
  register: (options: unknown, ceremony: Ceremony) => Record<string, unknown>
  assert: (options: unknown, ceremony: Ceremony) => Record<string, unknown>
}
export declare function createAuthenticator(known?: KnownPasskey): Authenticator
