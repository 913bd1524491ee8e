import { afterEach, beforeEach, vi } from 'vitest'
import { createLatchkey, type LatchkeyOptions } from '#widget/core/index.ts'
import { FRIEND } from '#widget/testing/scripted-screens.ts'
import { COIN, createServerState } from '#widget/testing/server-state.ts'
import { createSoftwareAuthenticator } from '#widget/testing/software-authenticator.ts'
import { standIn } from '#widget/testing/stand-in-server.ts'
import { memoryStore } from '#widget/testing/test-flows.ts'

/** A transfer that the page requests. */
export const TRANSFER = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }

/** Runs the tests of a file on a page of a shop. */
export function onShop(): void {
  beforeEach(() => void vi.stubGlobal('location', { hostname: 'shop.example' }))
  afterEach(() => void vi.unstubAllGlobals())
}

/** A page with its own storage and device, connected to a stand-in server. */
export function openPage(
  changes: Parameters<typeof createServerState>[0] = {},
  own: Pick<LatchkeyOptions, 'rpId'> = {},
) {
  const server = createServerState({ operations: ['create', 'transfer', 'approve', 'execute'], ...changes })
  const authenticator = createSoftwareAuthenticator()
  const options = {
    apiUrl: 'https://wallets.example',
    getToken: async () => server.validToken,
    fetch: (url: string, init: RequestInit) => standIn(server)(url, init),
    authenticator,
    ...own,
  }
  const { store } = memoryStore()
  const latchkey = createLatchkey({ ...options, store })
  const create = () =>
    latchkey.createWallet({ email: 'mira@example.com', label: 'Mine', askCode: async () => '123456' })
  async function withWallet() {
    const wallet = await create()
    server.balances.set(wallet.address, 100_000_000n)
    return wallet
  }
  /** The same person on a device that stores only the passkeys. */
  const elsewhere = () => createLatchkey({ ...options, store: { ...store, getItem: () => null } })
  return { server, authenticator, latchkey, create, withWallet, elsewhere }
}
