import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { PAGE_LIMIT_MAX } from '#protocol/limits.ts'
import type { WidgetApi } from '#widget/api.ts'
import { count, either, listOf, object, oneOf, optional, text, type Checked } from '#widget/checks.ts'
import { asWidgetError } from '#widget/errors.ts'
import { ProviderRpcError } from './rpc-error.ts'

/** The address and the type of the chain's native token. */
export const NATIVE = 'native'

/**
 * One asset of a wallet. `balance` is in base units. An ERC-20 token without `metadata` does not report its decimals.
 * Source: ERC-7811.
 */
export type Asset = { address: string; balance: string; type: string; metadata?: Metadata }
type Metadata = { name: string; symbol: string; decimals?: number; tokenId?: string }

const uint = text(/^\d{1,78}$/)
const token = { tokenAddress: text(), name: text(), symbol: text() }
const coin = object({ ...token, decimals: either(oneOf([null]), count(255)), amount: uint })
const haveAssets = object({
  coins: listOf(coin),
  collectibles: optional(listOf(object({ ...token, tokenId: uint }))),
})

/**
 * Reads the wallet's assets from the service. With `tokens`, received tokens of other addresses are left out, so that
 * they cannot push these off the page. The zero address is the native token's.
 *
 * @throws ProviderRpcError 4200 for a service without balances
 */
export async function readAssets(
  api: Pick<WidgetApi, 'get'>,
  wallet: string,
  tokens: readonly string[] = [],
): Promise<Asset[]> {
  const some = tokens.length > 0 ? `&tokens=${tokens.join()}` : ''
  const path = `/wallets/${wallet}/balances?limit=${PAGE_LIMIT_MAX}${some}`
  const { signal } = new AbortController()
  const { coins, collectibles = [] } = await api.get(path, haveAssets, signal).catch(reportLack)
  return [
    ...coins.map(toCoinAsset),
    ...collectibles.map(({ tokenAddress: address, name, symbol, tokenId }) => {
      const metadata = { name, symbol, tokenId: toHex(tokenId) }
      return { address, balance: '0x1', type: 'erc721', metadata }
    }),
  ]
}

/** @throws ProviderRpcError 4200 if the service does not have the extension, otherwise the same error */
function reportLack(error: unknown): never {
  if (asWidgetError(error).code !== 'NOT_FOUND') throw error
  throw new ProviderRpcError(4200, 'The wallet service reports no balances: read them from a node')
}

function toCoinAsset({ tokenAddress, name, symbol, decimals, amount }: Checked<typeof coin>): Asset {
  const balance = toHex(amount)
  if (tokenAddress === ZERO_ADDRESS) return { address: NATIVE, balance, type: NATIVE }
  // The metadata of an ERC-20 token must have decimals, and may be left out as a whole.
  const metadata = decimals === null ? undefined : { name, symbol, decimals }
  return { address: tokenAddress, balance, type: 'erc20', ...(metadata && { metadata }) }
}

const toHex = (decimal: string): string => `0x${BigInt(decimal).toString(16)}`
