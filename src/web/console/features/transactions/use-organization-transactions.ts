import { useQuery } from '@tanstack/react-query'
import { useRefetchInterval } from '#web/console/lib/use-refetch-interval.ts'
import { organizationTransactionsQuery } from './list-organization-transactions.query.ts'
import type { TransactionFilter } from './transaction-filter.ts'

/** A list of transactions that stays as it is in the service. */
export function useOrganizationTransactions(filter: TransactionFilter) {
  const refetchInterval = useRefetchInterval()
  return useQuery({ ...organizationTransactionsQuery(filter), refetchInterval })
}
