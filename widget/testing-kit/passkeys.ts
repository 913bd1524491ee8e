import type { CDPSession, Page } from '@playwright/test'
import { createAuthenticator, type KnownPasskey } from '#protocol/testing/authenticator.ts'

/**
 * A passkey of the test's device. `credentialId` and `userHandle` are base64url. `privateKey` is base64 of
 * PKCS #8.
 *
 * @example
 * const [passkey]: Passkey[] = await passkeys.list()
 */
export type Passkey = KnownPasskey & { rpId: string }
/**
 * A new passkey with its public point. Each coordinate has 64 hex digits.
 *
 * @example
 * const { qx, qy }: NewPasskey = createPasskey('localhost')
 */
export type NewPasskey = Passkey & { qx: string; qy: string }

/**
 * The passkey device of one page. It asks for no fingerprint and agrees immediately.
 *
 * @example
 * const cancelAll = async (passkeys: Passkeys) => passkeys.setVerified(false)
 */
export type Passkeys = {
  /** The passkeys that the device holds. */
  list: () => Promise<Passkey[]>
  /** Adds a passkey to the device, as if it had been created there. */
  add: (passkey: Passkey) => Promise<void>
  /**
   * With `false`, user verification fails until further notice, so prompts fail as if they were cancelled.
   */
  setVerified: (verified: boolean) => Promise<void>
  clear: () => Promise<void>
}

/**
 * Creates a passkey for `rpId` that is not on any device yet.
 *
 * @example
 * await passkeys.add(createPasskey('localhost'))
 */
export function createPasskey(rpId: string): NewPasskey {
  const { credentialId, privateKey, qx, qy } = createAuthenticator()
  const userHandle = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  return { credentialId, privateKey, rpId, userHandle, qx, qy }
}

/** A passkey in the form of the browser's protocol. */
export type VirtualCredential = {
  credentialId: string
  isResidentCredential: boolean
  privateKey: string
  signCount: number
  rpId?: string
  userHandle?: string
}
export type VirtualDevice = { cdp: CDPSession; authenticatorId: string }

/** Chromium's own virtual passkey device, attached to one page. */
export async function addVirtualDevice(page: Page): Promise<VirtualDevice> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

export async function listCredentials({ cdp, authenticatorId }: VirtualDevice): Promise<VirtualCredential[]> {
  return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}

const recode = (text: string, to: 'base64' | 'base64url') => Buffer.from(text, 'base64').toString(to)

/** Converts a passkey to the form of the browser's protocol. */
export function virtualCredential({ credentialId, privateKey, rpId, userHandle = '' }: Passkey): {
  credentialId: string
  isResidentCredential: boolean
  privateKey: string
  signCount: number
  rpId: string
  userHandle: string
} {
  return {
    credentialId: recode(credentialId, 'base64'),
    isResidentCredential: true,
    privateKey,
    signCount: 0,
    rpId,
    userHandle: recode(userHandle, 'base64'),
  }
}

/** Attaches Chromium's own virtual passkey device to a page. Call it before the page navigates. */
export async function attachVirtualDevice(page: Page): Promise<Passkeys> {
  const device = await addVirtualDevice(page)
  const { cdp, authenticatorId } = device
  return {
    async list() {
      const credentials = await listCredentials(device)
      return credentials.map(({ credentialId, privateKey, rpId = '', userHandle }) => ({
        credentialId: recode(credentialId, 'base64url'),
        privateKey,
        rpId,
        userHandle: userHandle === undefined ? undefined : recode(userHandle, 'base64url'),
      }))
    },
    async add(passkey) {
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: virtualCredential(passkey) })
    },
    async setVerified(isUserVerified) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async clear() {
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
    },
  }
}
