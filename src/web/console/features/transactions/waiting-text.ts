import type { ListedTransactions } from './list-organization-transactions.query.ts'

/** How many wait, as far as the first page tells: `7`, or `50+`. */
export function waitingText({ transactions, nextCursor }: ListedTransactions): string {
  return `${transactions.length}${nextCursor === null ? '' : '+'}`
}
