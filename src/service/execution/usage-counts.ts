import type { TransactionState } from '#protocol/transaction-states.ts'
import type { UsageDay } from '#protocol/usage.ts'

/** `sent`: what confirmed transactions took out of wallets, by ERC-20 token and in base units. */
export type Counts = Pick<UsageDay, 'transactions' | 'fees'> & { sent: UsageDay['fees'] }
export type DayCounts = Counts & Pick<UsageDay, 'walletsCreated'>

/** The days of one organization, on one chain. */
export type Period = { organizationId: string; chainId: number; days: readonly string[] }
/** Values by hour. */
export type Hours<Value> = ReadonlyMap<string, Value>

type Outcome = keyof Counts['transactions']

export const OUTCOMES: Record<TransactionState, Outcome> = {
  PENDING_USER_APPROVAL: 'open',
  APPROVED: 'open',
  SUBMITTED: 'open',
  CONFIRMED: 'confirmed',
  FAILED: 'failed',
  REJECTED: 'declined',
  EXPIRED: 'expired',
  CANCELLED: 'declined',
}

/** `lastBlock` is the newest block with a transaction of the hour, or -1n if there is none. */
export type CountedHour = { counts: Counts; lastBlock: bigint }

export function newCounts(): Counts {
  return { transactions: { confirmed: 0, failed: 0, declined: 0, expired: 0, open: 0 }, fees: [], sent: [] }
}

export function newDay(): DayCounts {
  return { ...newCounts(), walletsCreated: 0 }
}

export function addCounts(into: Counts | undefined, { transactions, fees, sent }: Counts): void {
  if (into === undefined) return
  for (const outcome of new Set(Object.values(OUTCOMES))) into.transactions[outcome] += transactions[outcome]
  into.fees = addAmounts(into.fees, fees)
  into.sent = addAmounts(into.sent, sent)
}

function addAmounts(some: Counts['fees'], more: Counts['fees']): Counts['fees'] {
  const sums = new Map(some.map(({ tokenAddress, amount }) => [tokenAddress, BigInt(amount)]))
  for (const { tokenAddress, amount } of more)
    sums.set(tokenAddress, (sums.get(tokenAddress) ?? 0n) + BigInt(amount))
  return [...sums].map(([tokenAddress, amount]) => ({ tokenAddress, amount: amount.toString() }))
}

/** Number of transactions in any state. */
export function sumTransactions({ transactions }: Counts): number {
  return Object.values(transactions).reduce((all, count) => all + count, 0)
}
