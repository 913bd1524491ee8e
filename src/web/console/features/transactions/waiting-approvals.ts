import { infiniteQueryOptions, type InfiniteData, type QueryKey } from '@tanstack/react-query'
import { APPROVAL_ENDPOINTS } from '#protocol/approval-endpoints.ts'
import { orgApi } from '#web/console/lib/api.ts'
import type { PagesQuery, RowQuery } from '#web/console/lib/row-query.ts'
import { serverNowMs } from '#web/console/lib/use-now.ts'
import type { ListedTransactions, ShownTransaction } from './organization-transactions.tsx'

const PAGE_LIMIT = '50'

/** Pending transactions that people of the organization decide: those that wait for this member, or the others. */
export const approvalsQuery = (waitingFor: 'requester' | 'others'): PagesQuery<ListedTransactions> =>
  infiniteQueryOptions<ListedTransactions, Error, InfiniteData<ListedTransactions>, QueryKey, string>({
    queryKey: ['transactions', 'approvals', waitingFor],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { waitingFor, cursor, limit: PAGE_LIMIT }
      const { content, nextCursor } = await orgApi.page(APPROVAL_ENDPOINTS.listApprovals, { query, signal })
      return { transactions: content, nextCursor, receivedAtMs: serverNowMs(), ownersKnown: true }
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })

/** The number of transactions in each of the two lists. A page of a list does not report it. */
export const approvalCountsQuery = (): RowQuery<typeof APPROVAL_ENDPOINTS.countApprovals> =>
  orgApi.query(['transactions', 'approval-counts'], APPROVAL_ENDPOINTS.countApprovals)

/** The people who can still approve, and whether they are fewer than the approvals that are missing. */
export function countAble({ approvers = [], approval }: Pick<ShownTransaction, 'approvers' | 'approval'>): {
  able: number
  required: number
  isStuck: boolean
} {
  const able = approvers.filter(({ removed, decision }) => removed !== true && decision !== 'reject').length
  const required = approval?.approvalsRequired ?? 1
  return { able, required, isStuck: approvers.length > 0 && able < required }
}
