import { afterEach, expect, test, vi } from 'vitest'
import { browserAuthenticator } from './authenticator.ts'
import { ceremony } from './ceremony.ts'

afterEach(() => vi.unstubAllGlobals())

const OPTIONS = {
  challenge: new Uint8Array(32),
  rp: { name: 'Shop' },
  user: { id: new Uint8Array(16), name: 'Ada', displayName: 'Ada' },
  pubKeyCredParams: [],
}

/** 1Password's prompt that was closed (near/fast-auth-signer 55). */
test.each(['create', 'get'] as const)(
  'error: a password manager that returns null at %s → the prompt was closed',
  async (kind) => {
    vi.stubGlobal('navigator', { credentials: { [kind]: async () => null } })
    const asked = ceremony<unknown>(
      new AbortController().signal,
      (signal) => browserAuthenticator[kind](OPTIONS, signal),
      kind,
    )
    await expect(asked).rejects.toMatchObject({ code: 'PASSKEY_CANCELLED', prompt: { kind } })
  },
)
