import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { shownTransactionSchema } from '#protocol/hosted-upstream.ts'
import { TRANSACTION_ENDPOINTS } from '#protocol/transactions.ts'
import { isFinal, type TransactionState } from '#protocol/transaction-states.ts'
import { pageQuery } from '#web/console/lib/read.query.ts'

const LIVE_INTERVAL_MS = 1_500
const QUIET_INTERVAL_MS = 30_000

const LIST = { ...TRANSACTION_ENDPOINTS.listTransactions, answer: z.array(shownTransactionSchema) }

export type TransactionsFilter = {
  wallet?: string
  status?: TransactionState
  cursor?: string
  limit?: string
}

/** Transactions, newest first; polled while one of them can still change. */
export const transactionsQuery = (filter: TransactionsFilter) =>
  queryOptions({
    ...pageQuery(['transactions', filter], '/api/baas', LIST, { query: filter }),
    refetchInterval: (query) => {
      if (query.state.status === 'error') return false
      const isLive =
        query.state.data?.content.some(({ status, untold }) => !isFinal(status) && untold !== true) ?? false
      return isLive ? LIVE_INTERVAL_MS : QUIET_INTERVAL_MS
    },
  })
