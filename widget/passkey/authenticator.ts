/**
 * A registration response, as bytes. Its attestation contains the key, because some password managers lack
 * `getPublicKey()`.
 */
export type Registration = {
  credentialId: Uint8Array<ArrayBuffer>
  clientDataJSON: Uint8Array
  attestationObject: Uint8Array
}

/** An assertion response, as bytes. */
export type Assertion = {
  credentialId: Uint8Array<ArrayBuffer>
  clientDataJSON: Uint8Array
  authenticatorData: Uint8Array
  signature: Uint8Array
  /** The `user.id` with which the passkey was created. Security keys may omit it. */
  userHandle?: Uint8Array | undefined
}

/**
 * The browser's passkey interface, reduced to bytes. No other code uses `navigator.credentials`.
 *
 * @example
 * const authenticator: Authenticator = {
 *   create: async (options) => device.register(options),
 *   get: async (options) => device.sign(options),
 *   rename: () => {},
 * }
 */
export type Authenticator = {
  create: (options: PublicKeyCredentialCreationOptions, signal: AbortSignal) => Promise<Registration>
  get: (options: PublicKeyCredentialRequestOptions, signal: AbortSignal) => Promise<Assertion>
  /** Sets a passkey's name on the device, if supported. Never fails. */
  rename: (passkey: { rpId: string; userHandle: string }, name: string) => void
}

/** Thrown if the browser or an extension returns something other than a passkey. */
export class AuthenticatorAnswerError extends Error {
  override readonly name = 'AuthenticatorAnswerError'
}

/**
 * The browser's authenticator. Checks properties instead of classes, because extensions return their own
 * objects.
 */
export const browserAuthenticator: Authenticator = {
  async create(publicKey, signal) {
    const credential = publicKeyCredential(await navigator.credentials.create({ publicKey, signal }))
    const { response } = credential
    if (!isAttestation(response)) throw new AuthenticatorAnswerError('no attestation')
    return {
      credentialId: bytes(credential.rawId),
      clientDataJSON: bytes(response.clientDataJSON),
      attestationObject: bytes(response.attestationObject),
    }
  },
  async get(publicKey, signal) {
    const credential = publicKeyCredential(await navigator.credentials.get({ publicKey, signal }))
    const { response } = credential
    if (!isAssertion(response)) throw new AuthenticatorAnswerError('no assertion')
    return {
      credentialId: bytes(credential.rawId),
      clientDataJSON: bytes(response.clientDataJSON),
      authenticatorData: bytes(response.authenticatorData),
      signature: bytes(response.signature),
      userHandle: response.userHandle ? bytes(response.userHandle) : undefined,
    }
  },
  rename({ rpId, userHandle: userId }, name) {
    PublicKeyCredential.signalCurrentUserDetails?.({ rpId, userId, name, displayName: name }).catch(() => {})
  },
}

function publicKeyCredential(credential: Credential | null): PublicKeyCredential {
  // Password managers return null if their prompt is closed (near/fast-auth-signer 55).
  if (credential === null) throw new DOMException('no credential', 'NotAllowedError')
  if (isPublicKey(credential)) return credential
  throw new AuthenticatorAnswerError('no passkey')
}

function isPublicKey(credential: Credential): credential is PublicKeyCredential {
  return credential.type === 'public-key' && 'rawId' in credential && 'response' in credential
}

function isAttestation(response: AuthenticatorResponse): response is AuthenticatorAttestationResponse {
  return 'attestationObject' in response
}

function isAssertion(response: AuthenticatorResponse): response is AuthenticatorAssertionResponse {
  return 'authenticatorData' in response && 'signature' in response
}

function bytes(buffer: ArrayBuffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}
