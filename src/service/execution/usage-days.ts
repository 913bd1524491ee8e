import { sql } from 'kysely'
import * as z from 'zod/mini'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { type UsageDay, usageDaySchema } from '#protocol/usage.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { Database } from '#service/db/database.ts'

export type DayCounts = Omit<UsageDay, 'day' | 'gasWei' | 'apiRequests'>

type Outcome = keyof DayCounts['transactions']

const OUTCOMES: Record<TransactionState, Outcome> = {
  PENDING_USER_APPROVAL: 'open',
  APPROVED: 'open',
  SUBMITTED: 'open',
  CONFIRMED: 'confirmed',
  FAILED: 'failed',
  REJECTED: 'declined',
  EXPIRED: 'expired',
  CANCELLED: 'declined',
}

/** What happened on UTC days, `YYYY-MM-DD`, in ascending order; there is an entry for each. */
export async function countDays(
  db: Database,
  organizationId: string,
  days: readonly string[],
): Promise<Map<string, DayCounts>> {
  const counts = new Map(days.map((day) => [day, newCounts()]))
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return counts
  const [transactions, wallets] = await Promise.all([
    countTransactions(db, organizationId, first, last),
    countWallets(db, organizationId, first, last),
  ])
  for (const { day, state, coin, count, fees } of transactions) {
    const counted = counts.get(day)
    if (counted === undefined) continue
    counted.transactions[OUTCOMES[state]] += Number(count)
    if (fees !== null && fees !== '0' && coin !== ZERO_ADDRESS)
      counted.fees.push({ tokenAddress: checksumAddress(coin), amount: fees })
  }
  for (const { day, count } of wallets) {
    const counted = counts.get(day)
    if (counted !== undefined) counted.walletsCreated = Number(count)
  }
  return counts
}

export function newCounts(): DayCounts {
  return {
    transactions: { confirmed: 0, failed: 0, declined: 0, expired: 0, open: 0 },
    walletsCreated: 0,
    fees: [],
  }
}

const DAY = sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`

function ofDays(organizationId: string, first: string, last: string) {
  return sql`organization_id = ${organizationId}::uuid
    and created_at >= ${`${first}T00:00:00Z`}::timestamptz
    and created_at < ${`${last}T00:00:00Z`}::timestamptz + interval '24 hours'`
}

type TransactionCount = {
  day: string
  state: TransactionState
  coin: string
  count: string
  fees: string | null
}

/** Fees leave a wallet with its call alone: only confirmed ones count. */
async function countTransactions(db: Database, organizationId: string, first: string, last: string) {
  const counted = await sql<TransactionCount>`
    select ${DAY} as day, state, fee_coin_address as coin, count(*)::text as count,
      (sum(fee) filter (where state = 'CONFIRMED'))::text as fees
    from transactions where ${ofDays(organizationId, first, last)}
    group by 1, 2, 3`.execute(db)
  return counted.rows
}

async function countWallets(db: Database, organizationId: string, first: string, last: string) {
  const counted = await sql<{ day: string; count: string }>`
    select ${DAY} as day, count(*)::text as count
    from wallets where ${ofDays(organizationId, first, last)} and status <> 'failed'
    group by 1`.execute(db)
  return counted.rows
}

const countsSchema = z.omit(usageDaySchema, { day: true, gasWei: true, apiRequests: true })

/** Those of the days that were counted before, by day. One that cannot be read is counted again. */
export async function findStoredDays(
  db: Database,
  organizationId: string,
  days: readonly string[],
): Promise<Map<string, DayCounts>> {
  const rows = await db
    .selectFrom('usage_days')
    .select(['day', 'counts'])
    .where('organization_id', '=', organizationId)
    .where('day', 'in', days)
    .execute()
  return new Map(
    rows.flatMap(({ day, counts }) => {
      const parsed = countsSchema.safeParse(counts)
      return parsed.success ? [[day, parsed.data] as const] : []
    }),
  )
}

/** Stores days that can change no more. */
export async function storeDays(
  db: Database,
  organizationId: string,
  days: readonly { day: string; counts: DayCounts | undefined }[],
): Promise<void> {
  if (days.length === 0) return
  await db
    .insertInto('usage_days')
    .values(
      days.map(({ day, counts }) => ({
        organization_id: organizationId,
        day,
        counts: JSON.stringify(counts),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
