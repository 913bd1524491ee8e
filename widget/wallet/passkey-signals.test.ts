import { afterEach, expect, test, vi } from 'vitest'
import { browserSignals } from './passkey-signals.ts'

const PASSKEY = { rpId: 'shop.example', userHandle: 'aGFuZGxl', credentialId: 'aWQ' }

afterEach(() => vi.unstubAllGlobals())

/** A browser whose `PublicKeyCredential` has these static methods. */
function browserWith(statics: Record<string, unknown>) {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, statics),
  )
}

test('behavior: calls a browser’s Signal API in its own form', () => {
  const signalAllAcceptedCredentials = vi.fn(async () => {})
  const signalUnknownCredential = vi.fn(async () => {})
  browserWith({ signalAllAcceptedCredentials, signalUnknownCredential })
  const signals = browserSignals()
  expect(signals.canForget).toBe(true)
  signals.accepted(PASSKEY)
  signals.unknown({ rpId: 'shop.example', credentialId: 'aWQ' })
  expect(signalAllAcceptedCredentials).toHaveBeenCalledExactlyOnceWith({
    rpId: 'shop.example',
    userId: 'aGFuZGxl',
    allAcceptedCredentialIds: ['aWQ'],
  })
  expect(signalUnknownCredential).toHaveBeenCalledExactlyOnceWith({
    rpId: 'shop.example',
    credentialId: 'aWQ',
  })
})

test('error: without the API or without passkeys, calls nothing and does not fail', () => {
  browserWith({})
  expect(browserSignals().canForget).toBe(false)
  browserSignals().accepted(PASSKEY)
  browserSignals().unknown(PASSKEY)
  vi.stubGlobal('PublicKeyCredential', undefined)
  expect(browserSignals().canForget).toBe(false)
})

test('error: ignores a rejection by the browser', async () => {
  const refused = vi.fn(async () => {
    throw new DOMException('no', 'SecurityError')
  })
  browserWith({ signalAllAcceptedCredentials: refused, signalUnknownCredential: refused })
  browserSignals().accepted(PASSKEY)
  browserSignals().unknown(PASSKEY)
  await Promise.resolve()
  expect(refused).toHaveBeenCalledTimes(2)
})
