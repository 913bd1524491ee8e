import { queryOptions } from '@tanstack/react-query'
import { sameAddress } from '#protocol/display/address.ts'
import { WALLET_ENDPOINTS } from '#protocol/org/wallet-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** The wallet at an address, or `null` when the organization has none there. The specification has no call for one wallet. */
export const walletQuery = (address: string) =>
  queryOptions({
    queryKey: ['wallets', 'one', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { content } = await callEndpoint('/api/baas', WALLET_ENDPOINTS.listWallets, {
        // A name of another wallet may contain this address, so a few are looked at.
        query: { q: address, limit: '20' },
        signal,
      })
      return content.find((wallet) => sameAddress(wallet.address, address)) ?? null
    },
    staleTime: 60_000,
  })
