import { queryOptions } from '@tanstack/react-query'
import type { Wallet } from '#protocol/baas/wallets.ts'
import { HOLDING_ENDPOINTS } from '#protocol/org/holding-endpoints.ts'
import { WALLET_ENDPOINTS } from '#protocol/org/wallet-endpoints.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { callEndpoint } from '#web/console/lib/api.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'

const PAGE = '200'

/** The organization's newest wallets, to compare an address with. */
export const newestWalletsQuery = () =>
  queryOptions({
    queryKey: ['wallets', 'known'],
    queryFn: async ({ signal }): Promise<Wallet[]> => {
      const query = { limit: PAGE }
      return (await callEndpoint('/api/baas', WALLET_ENDPOINTS.listWallets, { query, signal })).content
    },
    staleTime: 60_000,
  })

/** The organization's wallet at an address, or `null`; also one that is not among the newest. */
export const ownWalletQuery = (address: string) =>
  queryOptions({
    queryKey: ['wallets', 'own', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      const query = { q: address, limit: '20' }
      const { content } = await callEndpoint('/api/baas', WALLET_ENDPOINTS.listWallets, { query, signal })
      return content.find((wallet) => sameAddress(wallet.address, address)) ?? null
    },
    staleTime: 60_000,
  })

/** Whom a wallet has sent to. `isWhole`: its whole history was read. */
export type PastRecipients = { addresses: readonly string[]; isWhole: boolean }

/** `null` where the service keeps no history. */
export const pastRecipientsQuery = (walletAddress: string) =>
  queryOptions({
    queryKey: ['transactions', 'recipients', walletAddress.toLowerCase()],
    queryFn: async ({ signal }): Promise<PastRecipients | null> => {
      try {
        const { content, nextCursor } = await callEndpoint('/api/baas', HOLDING_ENDPOINTS.listHistory, {
          params: { address: walletAddress },
          query: { limit: PAGE },
          signal,
        })
        const sent = content.filter(({ kind }) => kind === 'out')
        return { addresses: sent.map(({ counterparty }) => counterparty), isWhole: nextCursor === null }
      } catch (error) {
        if (isLacking(error)) return null
        throw error
      }
    },
    staleTime: 30_000,
  })
