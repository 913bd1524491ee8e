import { queryOptions } from '@tanstack/react-query'
import { TRANSACTION_ENDPOINTS } from '#protocol/org/transactions.ts'
import { isFinal, type TransactionState } from '#protocol/org/transaction-states.ts'
import { callPage } from '#web/console/lib/api.ts'

const LIVE_INTERVAL_MS = 1_500
const QUIET_INTERVAL_MS = 30_000

export type TransactionsFilter = {
  wallet?: string
  status?: TransactionState
  cursor?: string
  limit?: string
}

/** Transactions, newest first; polled while one of them can still change. */
export const transactionsQuery = (filter: TransactionsFilter) =>
  queryOptions({
    queryKey: ['transactions', filter],
    queryFn: ({ signal }) =>
      callPage('/api/baas', TRANSACTION_ENDPOINTS.listTransactions, { query: filter, signal }),
    refetchInterval: (query) => {
      if (query.state.status === 'error') return false
      const isLive = query.state.data?.content.some(({ status }) => !isFinal(status)) ?? false
      return isLive ? LIVE_INTERVAL_MS : QUIET_INTERVAL_MS
    },
  })
