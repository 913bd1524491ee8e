import { checkOptions, type OptionKind } from '#widget/attributes/check-options.ts'
import { readAttribute } from '#widget/attributes/read-attribute.ts'
import { asWidgetError } from '#widget/errors.ts'
import { parseApiUrl } from '#widget/settings.ts'
import { ProviderRpcError } from './rpc-error.ts'

/**
 * Options of a provider, described in docs/widget-provider.md.
 *
 * @example
 * const options: ProviderOptions = { apiUrl: 'https://wallets.example', chainId: 84001, getToken: fetchToken }
 */
export type ProviderOptions = {
  apiUrl: string
  /** Fetches a widget token from the page's backend. */
  getToken: () => Promise<string>
  chainId: number
  rpcUrl?: string | undefined
  walletAddress?: string | undefined
  locale?: string | undefined
  theme?: string | undefined
  /** The element that will contain the dialog. */
  container?: HTMLElement | undefined
}

const OPTIONS = {
  apiUrl: 'pin',
  getToken: 'required',
  chainId: 'pin',
  rpcUrl: 'text',
  walletAddress: 'attribute',
  locale: 'attribute',
  theme: 'attribute',
  container: 'object',
} satisfies Record<keyof ProviderOptions, OptionKind>

/**
 * Validates a page's options, each like the attribute of its name.
 *
 * @throws ProviderRpcError -32602, with the option's name
 */
export function readOptions(options: ProviderOptions): ProviderOptions {
  try {
    checkOptions('createProvider', options, OPTIONS)
    return {
      ...options,
      apiUrl: parseApiUrl(options.apiUrl, 'apiUrl'),
      chainId: Number(readAttribute('chain-id', options.chainId, 'chainId')),
      walletAddress: readAttribute('wallet-address', options.walletAddress, 'walletAddress'),
      locale: readAttribute('locale', options.locale),
      theme: readAttribute('theme', options.theme),
    }
  } catch (thrown) {
    const { code, detail, message } = asWidgetError(thrown)
    throw new ProviderRpcError(-32602, detail ?? message, { code, detail })
  }
}
