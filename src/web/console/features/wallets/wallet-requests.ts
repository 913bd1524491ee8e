import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { APPROVAL_ENDPOINTS } from '#protocol/approval-endpoints.ts'
import { HOLDING_ENDPOINTS } from '#protocol/holdings.ts'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { baasApi, orgApi } from '#web/console/lib/api.ts'
import type { RowQuery, DataQuery, RowContent } from '#web/console/lib/row-query.ts'

type ShownBalances = RowContent<typeof HOLDING_ENDPOINTS.getBalances> & { isCut: boolean }

/** Holdings and permissions of a wallet, limited to one page. `isCut`: there are more. */
export const balancesQuery = (address: string): DataQuery<ShownBalances> =>
  queryOptions<ShownBalances>({
    queryKey: ['balances', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { content, nextCursor } = await baasApi.page(HOLDING_ENDPOINTS.getBalances, {
        params: { address },
        query: { limit: '200' },
        signal,
      })
      return { ...content, isCut: nextCursor !== null }
    },
  })

const LOOKS_MAX = 10
const PAUSE_MS = 600

/**
 * Polls the displayed holdings until all of them have changed, or until a timeout. The balance comes from the chain
 * and the movements from the log index, which lags behind the chain.
 */
export async function awaitMint(queryClient: QueryClient): Promise<void> {
  const displayed = { queryKey: ['balances'], type: 'active' } as const
  const before = new Map(
    queryClient
      .getQueryCache()
      .findAll(displayed)
      .map((query) => [query, withoutBlock(query.state.data)]),
  )
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    await queryClient.refetchQueries(displayed)
    if ([...before].every(([query, data]) => withoutBlock(query.state.data) !== data)) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** The holdings without the block number, which changes with every block even if the holdings do not. */
function withoutBlock(data: unknown): string | undefined {
  return JSON.stringify(data, (key, value: unknown) => (key === 'asOfBlock' ? undefined : value))
}

/** Name and image of an item. The service fetches them from any host, which can take seconds. */
export const collectibleQuery = (
  params: Record<'address' | 'tokenAddress' | 'tokenId', string>,
): RowQuery<typeof WALLET_ENDPOINTS.getCollectible> =>
  queryOptions({
    ...baasApi.query(
      ['collectible', params.tokenAddress.toLowerCase(), params.tokenId],
      WALLET_ENDPOINTS.getCollectible,
      {
        params,
        staleTime: 600_000,
      },
    ),
    retry: false,
  })

/** Whether a wallet's transactions are held for its end-user. */
export const walletApproverQuery = (address: string): RowQuery<typeof APPROVAL_ENDPOINTS.getWalletApprover> =>
  orgApi.query(['protection', 'approver', address.toLowerCase()], APPROVAL_ENDPOINTS.getWalletApprover, {
    params: { address },
  })

/** A wallet with its passkey and recovery. An extension that a hosted service may lack. */
export const walletDetailsQuery = (address: string): RowQuery<typeof WALLET_ENDPOINTS.getWallet> =>
  baasApi.query(['protection', 'details', address.toLowerCase()], WALLET_ENDPOINTS.getWallet, {
    params: { address },
  })
