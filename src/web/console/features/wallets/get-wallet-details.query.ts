import { queryOptions } from '@tanstack/react-query'
import { WALLET_ENDPOINTS } from '#protocol/org/wallet-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** A wallet with its passkey and its recovery; an extension that a hosted service may lack. */
export const walletDetailsQuery = (address: string) =>
  queryOptions({
    queryKey: ['wallets', 'details', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { content } = await callEndpoint('/api/baas', WALLET_ENDPOINTS.getWallet, {
        params: { address },
        signal,
      })
      return content
    },
  })
