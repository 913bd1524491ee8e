import { queryOptions } from '@tanstack/react-query'
import { ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import { callEndpoint } from '#console/lib/api.ts'

/** Whether transactions of a wallet are held for its end-user. */
export const walletApproverQuery = (address: string) =>
  queryOptions({
    queryKey: ['wallets', 'approver', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/org', ORG_ENDPOINTS.getWalletApprover, {
        params: { address },
        signal,
      })
      return answer.content
    },
  })
