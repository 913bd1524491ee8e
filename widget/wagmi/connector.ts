import { injected, type CreateConnectorFn } from '@wagmi/core'
import type { EIP1193Provider } from 'viem'
import { createProvider, type ProviderOptions } from '#widget/provider/index.ts'

/**
 * The options of the provider; without `chainId` the first chain of the config counts.
 *
 * @example
 * const options: ConnectorOptions = { apiUrl: 'https://wallets.example', getToken }
 */
export type ConnectorOptions = Omit<ProviderOptions, 'chainId'> & { chainId?: number | undefined }

/**
 * A connector of wagmi: the one for wallets of a page, with our provider. It is the app's own wagmi that is used.
 *
 * @example
 * const config = createConfig({ chains, transports, connectors: [latchkey({ apiUrl, getToken })] })
 */
export function latchkey(options: ConnectorOptions): CreateConnectorFn {
  return (config) => {
    const make = () => createProvider({ ...options, chainId: options.chainId ?? config.chains[0].id })
    let made: ReturnType<typeof make> | undefined
    function provider(): EIP1193Provider | undefined {
      made ??= make()
      return isTyped(made) ? made : undefined
    }
    const target = { id: 'app.latchkey', name: 'Latchkey', provider }
    return {
      ...injected({ target: () => target, shimDisconnect: false })(config),
      rdns: 'app.latchkey',
      disconnect: async () => made?.disconnect(),
    }
  }
}

/** With viem's types of every method. */
function isTyped(given: object): given is EIP1193Provider {
  return 'request' in given
}
