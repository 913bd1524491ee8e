import * as z from 'zod/mini'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { addressSchema, matching } from '#protocol/fields.ts'
import type { WidgetApi } from '#widget/api.ts'
import type { Connection } from './connection.ts'
import { object, params, parse, quantity, text } from './params.ts'
import { NATIVE, readAssets, type Asset } from './read-assets.ts'

const wantedSchema = object({
  address: matching(/^(native|0x[0-9a-fA-F]{40})$/, 'must be an address or native'),
  type: text,
})
type Wanted = z.output<typeof wantedSchema>
/** viem sends the chains of `assetFilter` as decimal numbers. */
const chainKey = matching(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/, 'must be a chain ID')
const assetParams = params(
  object({
    account: addressSchema,
    assetFilter: z.optional(z.record(chainKey, z.array(wantedSchema, 'must be a list of assets'))),
    assetTypeFilter: z.optional(z.array(text, 'must be a list of types')),
    chainFilter: z.optional(z.array(quantity, 'must be a list of chains')),
  }),
)

/** Maximum number of tokens that the service accepts in one request. */
const TOKENS_MAX = 10

/**
 * `wallet_getAssets`: the native token, ERC-20 tokens and NFTs of the connected wallet. `api` must be limited to the
 * provider's chain. Source: ERC-7811.
 */
export function createGetAssets(
  api: Pick<WidgetApi, 'config' | 'get'>,
  { chainId, isOwnChain, account }: Connection,
): { wallet_getAssets: (given: unknown) => Promise<Record<string, Asset[]>> } {
  return {
    async wallet_getAssets(given) {
      const [request] = parse(assetParams, given)
      const { assetFilter, assetTypeFilter, chainFilter = [chainId] } = request
      const wallet = account(request.account)
      // Next to `assetFilter`, the other filters do not count.
      const chains = assetFilter === undefined ? chainFilter : Object.keys(assetFilter)
      if (!chains.some(isOwnChain)) return {}
      // Balances do not name their chain. This request fails if the server is on another one.
      await api.config(new AbortController().signal)
      if (assetFilter !== undefined) {
        const wanted = Object.entries(assetFilter).flatMap(([chain, list]) => (isOwnChain(chain) ? list : []))
        return { [chainId]: await readWanted(api, wallet, wanted) }
      }
      const assets = await readAssets(api, wallet)
      const hasType = ({ type }: Asset) => assetTypeFilter?.some((one) => isSame(one, type)) !== false
      return { [chainId]: assets.filter(hasType) }
    },
  }
}

/** Reads these assets. Every response also has the listed tokens, which are dropped if they are not wanted. */
async function readWanted(
  api: Pick<WidgetApi, 'get'>,
  wallet: string,
  wanted: readonly Wanted[],
): Promise<Asset[]> {
  const found: Asset[] = []
  for (let start = 0; start < wanted.length; start += TOKENS_MAX) {
    const some = wanted.slice(start, start + TOKENS_MAX)
    const tokens = some.map(({ address }) => (address === NATIVE ? ZERO_ADDRESS : address))
    const isWanted = ({ address, type }: Asset) =>
      some.some((one) => isSame(one.address, address) && isSame(one.type, type))
    found.push(...(await readAssets(api, wallet, tokens)).filter(isWanted))
  }
  return found
}

/** Types are lower case, but upper case in the ERC's example of a request. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
