import type { Address } from 'viem'
import { createProvider, type LatchkeyProvider, type ProviderOptions } from '#widget/provider/index.ts'
import type { AccountsFor, CreateLatchkeyConnector } from './connector-types.ts'

/**
 * The options of the provider. `chainId` defaults to the first chain of the config.
 *
 * @example
 * const options: ConnectorOptions = { apiUrl: 'https://wallets.example', getToken }
 */
export type ConnectorOptions = Omit<ProviderOptions, 'chainId'> & { chainId?: number | undefined }

/**
 * A connector for wagmi 2 and 3.
 *
 * @example
 * const config = createConfig({ chains, transports, connectors: [latchkey({ apiUrl, getToken })] })
 */
export function latchkey(options: ConnectorOptions): CreateLatchkeyConnector {
  return ({ chains, emitter }) => {
    const chainId = options.chainId ?? chains[0].id
    let provider: LatchkeyProvider | undefined

    async function request(method: string, params?: unknown): Promise<unknown> {
      return (await getProvider()).request({ method, params })
    }
    async function getProvider(): Promise<LatchkeyProvider> {
      if (provider !== undefined) return provider
      provider = createProvider({ ...options, chainId })
      provider.on('accountsChanged', (accounts) => {
        if (accounts.length === 0) emitter.emit('disconnect')
        else emitter.emit('change', { accounts: addresses(accounts) })
      })
      return provider
    }
    const getAccounts = async () => addresses(await request('eth_accounts'))
    return {
      id: 'app.latchkey',
      name: 'Latchkey',
      type: 'latchkey',
      rdns: 'app.latchkey',
      getProvider,
      getAccounts,
      async connect({ isReconnecting, withCapabilities } = {}) {
        const method = isReconnecting === true ? 'eth_accounts' : 'eth_requestAccounts'
        return { accounts: accountsFor(addresses(await request(method)), withCapabilities === true), chainId }
      },
      disconnect: async () => provider?.disconnect(),
      getChainId: async () => chainId,
      isAuthorized: async () => (await getAccounts()).length > 0,
      async switchChain({ chainId: wanted }) {
        await request('wallet_switchEthereumChain', [{ chainId: `0x${wanted.toString(16)}` }])
        return chains.find(({ id }) => id === wanted) ?? chains[0]
      },
      // The listeners above receive the provider's events.
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect() {},
    }
  }
}

const isAddress = (given: unknown): given is Address => typeof given === 'string' && given.startsWith('0x')
const addresses = (given: unknown) => (Array.isArray(given) ? given.filter(isAddress) : [])

function accountsFor<Asked>(found: readonly Address[], withCapabilities: boolean): AccountsFor<Asked>
function accountsFor(found: readonly Address[], withCapabilities: boolean): AccountsFor<boolean> {
  return withCapabilities ? found.map((address) => ({ address, capabilities: {} })) : found
}
