import { vi } from 'vitest'
import { base64Url, bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
import { USER_HANDLE, type Devices } from './key-service.ts'

type Asked = { publicKey: { challenge: ArrayBuffer; allowCredentials?: { id: ArrayBuffer }[] } }

const buffer = (text = '') => new Uint8Array(bytesFromBase64Url(text)).buffer
const ceremony = () => ({ origin: location.origin, userHandle: USER_HANDLE })

/**
 * Replaces the browser's passkeys by those of two devices. `prompted` has the ids of the passkeys that were asked to
 * sign, and `accepted` the lists of valid passkeys that the page gave to the browser.
 */
export function stubCredentials({ phone, laptop }: Devices): { prompted: string[]; accepted: object[] } {
  const prompted: string[] = []
  const accepted: object[] = []

  /** Creates the laptop's passkey. */
  async function create({ publicKey }: { publicKey: { challenge: ArrayBuffer } }) {
    const options = { challenge: base64Url(new Uint8Array(publicKey.challenge)), rp: { id: 'localhost' } }
    const { response } = laptop.register(options, ceremony())
    return {
      id: laptop.credentialId,
      rawId: buffer(laptop.credentialId),
      type: 'public-key',
      response: {
        clientDataJSON: buffer(response.clientDataJSON),
        attestationObject: buffer(response.attestationObject),
        getPublicKey: () => buffer(laptop.publicKeySpki),
        getPublicKeyAlgorithm: () => -7,
      },
      getClientExtensionResults: () => ({}),
    }
  }

  /** Signs with the requested passkey, or with the phone's passkey if the options name no passkey. */
  async function get({ publicKey }: Asked) {
    const named = (publicKey.allowCredentials ?? []).map(({ id }) => base64Url(new Uint8Array(id)))
    const signer = named.includes(laptop.credentialId) ? laptop : phone
    prompted.push(signer.credentialId)
    const challenge = base64Url(new Uint8Array(publicKey.challenge))
    const { response } = signer.assert({ challenge, rpId: 'localhost' }, ceremony())
    return {
      id: signer.credentialId,
      rawId: buffer(signer.credentialId),
      type: 'public-key',
      response: {
        clientDataJSON: buffer(response.clientDataJSON),
        authenticatorData: buffer(response.authenticatorData),
        signature: buffer(response.signature),
        userHandle: buffer(USER_HANDLE),
      },
      getClientExtensionResults: () => ({}),
    }
  }

  vi.stubGlobal(
    'PublicKeyCredential',
    class {
      static signalAllAcceptedCredentials = async (options: object) => void accepted.push(options)
    },
  )
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { create, get } } }))
  return { prompted, accepted }
}
