import type { CreateConnectorFn } from '@wagmi/core'
import type { Address } from 'viem'
import { createProvider, type LatchkeyProvider, type ProviderOptions } from '#widget/provider/index.ts'

/**
 * The options of the provider; without `chainId` the first chain of the config counts.
 *
 * @example
 * const options: ConnectorOptions = { apiUrl: 'https://wallets.example', getToken }
 */
export type ConnectorOptions = Omit<ProviderOptions, 'chainId'> & { chainId?: number | undefined }

/**
 * A connector of wagmi.
 *
 * @example
 * const config = createConfig({ chains, transports, connectors: [latchkey({ apiUrl, getToken })] })
 */
export function latchkey(options: ConnectorOptions): CreateConnectorFn<LatchkeyProvider> {
  return ({ chains, emitter }) => {
    const { chainId = chains[0].id } = options
    let provider: LatchkeyProvider | undefined

    async function getProvider(): Promise<LatchkeyProvider> {
      if (provider !== undefined) return provider
      provider = createProvider({ ...options, chainId })
      provider.on('accountsChanged', (accounts: Address[]) => {
        if (accounts.length === 0) emitter.emit('disconnect')
        else emitter.emit('change', { accounts })
      })
      return provider
    }
    async function accountsBy(method: 'eth_accounts' | 'eth_requestAccounts'): Promise<readonly Address[]> {
      const accounts = await (await getProvider()).request({ method })
      return areAddresses(accounts) ? accounts : []
    }
    return {
      id: 'app.latchkey',
      name: 'Latchkey',
      type: 'latchkey',
      rdns: 'app.latchkey',
      async connect({ isReconnecting, withCapabilities } = {}) {
        const accounts = await accountsBy(isReconnecting === true ? 'eth_accounts' : 'eth_requestAccounts')
        return { accounts: accountsFor(accounts, withCapabilities === true), chainId }
      },
      disconnect: async () => (await getProvider()).disconnect(),
      getAccounts: () => accountsBy('eth_accounts'),
      getChainId: async () => chainId,
      getProvider,
      isAuthorized: async () => (await accountsBy('eth_accounts')).length > 0,
      async switchChain({ chainId: wanted }) {
        const params = [{ chainId: `0x${wanted.toString(16)}` }]
        await (await getProvider()).request({ method: 'wallet_switchEthereumChain', params })
        return chains.find(({ id }) => id === wanted) ?? chains[0]
      },
      // The provider's own events are heard above.
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect() {},
    }
  }
}

function areAddresses(accounts: unknown): accounts is readonly Address[] {
  return Array.isArray(accounts)
}

/** As wagmi's type of `connect` has them, which depends on what it is asked. */
type Accounts<WithCapabilities> = WithCapabilities extends true
  ? readonly { address: Address; capabilities: Record<string, unknown> }[]
  : readonly Address[]
function accountsFor<WithCapabilities>(
  found: readonly Address[],
  withCapabilities: boolean,
): Accounts<WithCapabilities>
function accountsFor(found: readonly Address[], withCapabilities: boolean): Accounts<true> | Accounts<false> {
  return withCapabilities ? found.map((address) => ({ address, capabilities: {} })) : found
}
