import { infiniteQueryOptions } from '@tanstack/react-query'
import { sameAddress } from '#protocol/display/address.ts'
import { HOLDING_ENDPOINTS, type HistoryEntry } from '#protocol/holdings.ts'
import { callPage } from '#web/console/lib/api.ts'
import type { ShownTransaction } from './organization-transactions.ts'

const PAGE_ROWS = '50'

/** Transfers of a wallet and permissions it granted, from the tokens' logs, newest first. */
export const movementsQuery = (address: string) =>
  infiniteQueryOptions({
    // Refetched with the balance: movements change both.
    queryKey: ['balances', 'movements', address.toLowerCase()],
    queryFn: ({ pageParam, signal }) =>
      callPage('/api/baas', HOLDING_ENDPOINTS.listHistory, {
        params: { address },
        query: { limit: PAGE_ROWS, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })

/** What was read of a list, and whether that is all of it. */
type Read<Item> = { items: readonly Item[]; isWhole: boolean }

type ActivityItem = { atMs: number } & (
  | { transaction: ShownTransaction; movement?: never }
  | { movement: HistoryEntry; transaction?: never }
)

/**
 * Transactions and movements as one list, newest first, as far back as both were read. A movement is left out where a
 * transaction in the list says the same: one that calls the very token.
 */
export function mergeActivity(
  transactions: Read<ShownTransaction>,
  movements: Read<HistoryEntry>,
): ActivityItem[] {
  const called = new Map(transactions.items.map((one) => [one.transactionUuid, one.toAddress]))
  const sent = transactions.items.map((transaction) => ({
    atMs: Date.parse(transaction.createdAtDatetime),
    transaction,
  }))
  const moved = movements.items.map((movement) => ({ atMs: Date.parse(movement.minedAtDatetime), movement }))
  const sinceMs = Math.max(reachOf(sent, transactions.isWhole), reachOf(moved, movements.isWhole))
  const untold = moved.filter(
    ({ movement: { transactionUuid = '', tokenAddress } }) =>
      !sameAddress(called.get(transactionUuid) ?? '', tokenAddress),
  )
  return [...sent, ...untold].filter(({ atMs }) => atMs >= sinceMs).toSorted((a, b) => b.atMs - a.atMs)
}

/** How far back a list was read; what is older in the other one would stand in the wrong place. */
function reachOf(items: readonly { atMs: number }[], isWhole: boolean): number {
  return isWhole ? -Infinity : (items.at(-1)?.atMs ?? -Infinity)
}
