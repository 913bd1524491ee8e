import { queryOptions } from '@tanstack/react-query'
import { WALLET_ENDPOINTS } from '#protocol/org/wallet-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

type Item = { address: string; tokenAddress: string; tokenId: string }

/** The name and the picture of an item. The service fetches it from wherever it lies, which can take seconds. */
export const collectibleQuery = ({ address, tokenAddress, tokenId }: Item) =>
  queryOptions({
    queryKey: ['collectible', tokenAddress.toLowerCase(), tokenId],
    queryFn: async ({ signal }) => {
      const { content } = await callEndpoint('/api/baas', WALLET_ENDPOINTS.getCollectible, {
        params: { address, tokenAddress, tokenId },
        signal,
      })
      return content
    },
    staleTime: 600_000,
    retry: false,
  })
