import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { APPROVAL_ENDPOINTS } from '#protocol/org/approval-endpoints.ts'
import { TRANSACTION_ENDPOINTS } from '#protocol/org/transactions.ts'
import { callPage } from '#web/console/lib/api.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { serverNowMs } from '#web/console/lib/use-now.ts'
import { useRefetchInterval } from '#web/console/lib/live-events.ts'
import { sinceDatetime, type TransactionFilter } from './transaction-filter.ts'
import { recordSchema, withoutOwner, type ShownTransaction } from './transaction-record.ts'

const PAGE_LIMIT = '50'

/**
 * One page of transactions. `ownersKnown` is false where the hosted service has only the plain records: then
 * nothing is known of end-users, and the list is narrowed by wallet and status alone.
 */
export type ListedTransactions = {
  transactions: ShownTransaction[]
  nextCursor: string | null
  /** By this device's clock: what was left then is counted down from here. */
  receivedAtMs: number
  ownersKnown: boolean
}

/** Transactions with their end-users, newest first. */
export const organizationTransactionsQuery = (filter: TransactionFilter) =>
  queryOptions({
    queryKey: ['transactions', 'organization', filter],
    queryFn: async ({ signal }): Promise<ListedTransactions> => {
      try {
        return await readWithOwners(filter, signal)
      } catch (error) {
        if (!isLacking(error)) throw error
        return readRecords(filter, signal)
      }
    },
    placeholderData: keepPreviousData,
  })

async function readWithOwners(filter: TransactionFilter, signal: AbortSignal): Promise<ListedTransactions> {
  const { time, ...rest } = filter
  const since = time === undefined ? undefined : sinceDatetime(time, serverNowMs())
  const query = { ...rest, limit: PAGE_LIMIT, sinceDatetime: since }
  const endpoint = APPROVAL_ENDPOINTS.listOrganizationTransactions
  const { content, nextCursor } = await callPage('/api/org', endpoint, { query, signal })
  return { transactions: content, nextCursor, receivedAtMs: Date.now(), ownersKnown: true }
}

async function readRecords(filter: TransactionFilter, signal: AbortSignal): Promise<ListedTransactions> {
  const { status, wallet, cursor } = filter
  const query = { status, wallet, cursor, limit: PAGE_LIMIT }
  const endpoint = { ...TRANSACTION_ENDPOINTS.listTransactions, answer: z.array(recordSchema) }
  const { content, nextCursor } = await callPage('/api/baas', endpoint, { query, signal })
  const receivedAtMs = Date.now()
  const transactions = content.map((record) => withoutOwner(record, receivedAtMs))
  return { transactions, nextCursor, receivedAtMs, ownersKnown: false }
}

/** A list of transactions that stays as it is in the service. */
export function useOrganizationTransactions(filter: TransactionFilter) {
  const refetchInterval = useRefetchInterval()
  return useQuery({ ...organizationTransactionsQuery(filter), refetchInterval })
}
