import { queryOptions } from '@tanstack/react-query'
import { sameAddress } from '#protocol/display/address.ts'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { callEndpoint } from './api.ts'

/** The wallet at an address, or `null` if the organization has none there: the specification lacks such a call. */
export const walletQuery = (address: string) =>
  queryOptions({
    queryKey: ['wallets', 'one', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      // Another wallet's name may contain this address, so a few are compared.
      const query = { q: address, limit: '20' }
      const wallets = await callEndpoint('/api/baas', WALLET_ENDPOINTS.listWallets, { query, signal })
      return wallets.find((wallet) => sameAddress(wallet.address, address)) ?? null
    },
    staleTime: 60_000,
  })
