/*
 * These functions run in the page, before its own scripts. Playwright passes each function to the browser as
 * text, so it uses nothing outside of itself. They share a name on the window.
 */

/** Converts bytes to text and back, and builds the credential for a response. */
export function defineCredentials(): void {
  const buffer = (coded = ''): ArrayBuffer => {
    const binary = atob(coded.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer
  }
  const text = (bytes: BufferSource): string => {
    // Does not check the class, because a driver may run this outside the page's realm.
    const [whole, start] = ArrayBuffer.isView(bytes) ? [bytes.buffer, bytes.byteOffset] : [bytes, 0]
    const view = new Uint8Array(whole, start, bytes.byteLength)
    const coded = btoa(Array.from(view, (byte) => String.fromCharCode(byte)).join(''))
    return coded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  }
  const registration = (response: Record<string, string | undefined>) => ({
    attestationObject: buffer(response['attestationObject']),
    getPublicKey: () => buffer(response['publicKeySpki']),
    getPublicKeyAlgorithm: () => -7,
    getTransports: () => ['internal'],
  })
  const assertion = (response: Record<string, string | undefined>) => ({
    authenticatorData: buffer(response['authenticatorData']),
    signature: buffer(response['signature']),
    userHandle: response['userHandle'] === undefined ? null : buffer(response['userHandle']),
  })
  const credential = (id: string, response: Record<string, string | undefined>) => ({
    id,
    rawId: buffer(id),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: buffer(response['clientDataJSON']),
      ...(response['attestationObject'] === undefined ? assertion(response) : registration(response)),
    },
  })
  Object.defineProperty(window, 'latchkeyTestCredentials', { value: { text, credential } })
}

/** Makes the page's `navigator.credentials` call the test's device. */
export function answerPasskeysInPage(): void {
  const ask: unknown = Reflect.get(window, 'latchkeyTestPasskey')
  const { text, credential } = Reflect.get(window, 'latchkeyTestCredentials')
  if (typeof ask !== 'function') return

  const askDevice = async (question: object, signal: AbortSignal | undefined): Promise<object> => {
    signal?.throwIfAborted()
    const answer = await Reflect.apply(ask, window, [{ ...question, origin: location.origin }])
    signal?.throwIfAborted()
    if ('error' in answer) throw new DOMException('the test’s device refused', answer.error)
    return credential(answer.id, answer.response)
  }
  const ids = (list: PublicKeyCredentialDescriptor[] = []) => list.map(({ id }) => text(id))
  const credentials = {
    async create({ publicKey, signal }: CredentialCreationOptions = {}) {
      if (publicKey === undefined) throw new DOMException('only passkeys', 'NotSupportedError')
      const { challenge, rp, user, excludeCredentials } = publicKey
      const [rpId, exclude] = [rp.id ?? location.hostname, ids(excludeCredentials)]
      const question = { challenge: text(challenge), rpId, userHandle: text(user.id), exclude }
      return askDevice({ kind: 'create', ...question }, signal)
    },
    async get({ publicKey, signal }: CredentialRequestOptions = {}) {
      if (publicKey === undefined) throw new DOMException('only passkeys', 'NotSupportedError')
      const { challenge, rpId = location.hostname, allowCredentials } = publicKey
      return askDevice(
        { kind: 'get', challenge: text(challenge), rpId, allow: ids(allowCredentials) },
        signal,
      )
    },
  }
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  if (typeof PublicKeyCredential === 'undefined') {
    const known = { isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.resolve(true) }
    Object.defineProperty(window, 'PublicKeyCredential', { value: Object.assign(function () {}, known) })
  }
}
