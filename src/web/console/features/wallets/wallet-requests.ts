import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { APPROVAL_ENDPOINTS } from '#protocol/organization-transactions.ts'
import { HOLDING_ENDPOINTS } from '#protocol/holdings.ts'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { baasApi, orgApi } from '#web/console/lib/api.ts'

/** A wallet's holdings and permissions, limited to one page; `isCut`: there is more. */
export const balancesQuery = (address: string) =>
  queryOptions({
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
 * Polls what is displayed of a wallet's holdings until all of it is new, or until a timeout: the balance comes from the
 * chain, the movements from its index, which is later.
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

/** Each block changes how far the holdings are read, not what they are. */
function withoutBlock(data: unknown): string | undefined {
  return JSON.stringify(data, (key, value: unknown) => (key === 'asOfBlock' ? undefined : value))
}

/** An item's name and image. The service fetches them from any host, which can take seconds. */
export const collectibleQuery = (params: Record<'address' | 'tokenAddress' | 'tokenId', string>) =>
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

/** Whether transactions of a wallet are held for its end-user. */
export const walletApproverQuery = (address: string) =>
  orgApi.query(['protection', 'approver', address.toLowerCase()], APPROVAL_ENDPOINTS.getWalletApprover, {
    params: { address },
  })

/** A wallet with its passkey and its recovery; an extension that a hosted service may lack. */
export const walletDetailsQuery = (address: string) =>
  baasApi.query(['protection', 'details', address.toLowerCase()], WALLET_ENDPOINTS.getWallet, {
    params: { address },
  })
