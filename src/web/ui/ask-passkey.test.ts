// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askPasskey, makePasskey } from './ask-passkey.ts'

const bytes = (...values: number[]) => Uint8Array.from(values).buffer
const illegal = () => {
  throw new TypeError('Illegal invocation')
}
/** An object of another compartment. Reading it throws, as with an extension's promise in Firefox. */
const restricted = () =>
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('Permission denied to access property')
      },
    },
  )

const OPTIONS = {
  rp: { id: 'localhost', name: 'Demo' },
  user: { id: 'AQ', name: 'ada', displayName: 'Ada' },
  challenge: 'AQ',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
}

/** Makes the browser return a plain object, as password managers do. */
function answerWith(response: Record<string, unknown>): void {
  const credential = {
    id: 'AQ',
    rawId: bytes(1),
    type: 'public-key',
    response,
    getClientExtensionResults: () => ({}),
  }
  vi.stubGlobal('PublicKeyCredential', class {})
  const answer = async () => credential
  Object.defineProperty(navigator, 'credentials', {
    value: { create: answer, get: answer },
    configurable: true,
  })
}

beforeEach(() => {
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
})

test.each([
  ['without any method', {}],
  [
    'whose methods are the browser’s own (keepassxreboot/keepassxc-browser 2322)',
    { getPublicKey: illegal, getPublicKeyAlgorithm: illegal, getAuthenticatorData: illegal },
  ],
  [
    'that gives objects of its own compartment (dodobrands/WebAuthn.Net 8)',
    { getPublicKey: restricted, getAuthenticatorData: restricted },
  ],
])('behavior: reads a registration by an extension %s', async (_, methods) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  answerWith({ clientDataJSON: bytes(2), attestationObject: bytes(3), ...methods })
  const { response } = await makePasskey(OPTIONS)
  expect(response).toMatchObject({ clientDataJSON: 'Ag', attestationObject: 'Aw' })
})

test('behavior: reads a plain object and an empty user handle (mozilla/fxa 20401, tweag/webauthn 147)', async () => {
  answerWith({
    clientDataJSON: bytes(2),
    authenticatorData: bytes(3),
    signature: bytes(4),
    userHandle: bytes(),
  })
  const answer = await askPasskey({ challenge: 'AQ' }, Uint8Array.of(1))
  expect(answer.response).toMatchObject({ signature: 'BA', userHandle: '' })
})

test.each([
  ['a sign-in', 'The passkey prompt was closed', () => askPasskey({ challenge: 'AQ' }, Uint8Array.of(1))],
  ['a registration', 'This device already has a passkey for you', () => makePasskey(OPTIONS)],
])('error: InvalidStateError at %s → %s (authgear/authgear-server 2320, 2573)', async (_, title, ask) => {
  answerWith({})
  const refuse = () => Promise.reject(new DOMException('no longer, usable', 'InvalidStateError'))
  Object.assign(navigator.credentials, { create: refuse, get: refuse })
  await expect(ask()).rejects.toMatchObject({ title })
})
