import { queryOptions } from '@tanstack/react-query'
import { APPROVAL_ENDPOINTS } from '#protocol/org/approval-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** Whether transactions of a wallet are held for its end-user. */
export const walletApproverQuery = (address: string) =>
  queryOptions({
    queryKey: ['wallets', 'approver', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint('/api/org', APPROVAL_ENDPOINTS.getWalletApprover, {
        params: { address },
        signal,
      })
      return answer.content
    },
  })
