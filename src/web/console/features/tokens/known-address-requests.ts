import { queryOptions } from '@tanstack/react-query'
import type { Wallet } from '#protocol/baas/wallets.ts'
import { HOLDING_ENDPOINTS } from '#protocol/org/holdings.ts'
import { WALLET_ENDPOINTS } from '#protocol/org/wallets.ts'
import { callEndpoint, callPage } from '#web/console/lib/api.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'

const PAGE = '200'

/** The organization's newest wallets, to compare an address with. */
export const newestWalletsQuery = () =>
  queryOptions({
    queryKey: ['wallets', 'known'],
    queryFn: ({ signal }): Promise<Wallet[]> =>
      callEndpoint('/api/baas', WALLET_ENDPOINTS.listWallets, { query: { limit: PAGE }, signal }),
    staleTime: 60_000,
  })

/** A wallet's past recipients. `isWhole`: its whole history was read. */
type PastRecipients = { addresses: readonly string[]; isWhole: boolean }

/** `null` if the service has no history. */
export const pastRecipientsQuery = (walletAddress: string) =>
  queryOptions({
    queryKey: ['transactions', 'recipients', walletAddress.toLowerCase()],
    queryFn: async ({ signal }): Promise<PastRecipients | null> => {
      try {
        const { content, nextCursor } = await callPage('/api/baas', HOLDING_ENDPOINTS.listHistory, {
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
