import { sql } from 'kysely'
import * as z from 'zod/mini'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { type UsageDay, usageDaySchema } from '#protocol/usage.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { Context } from '#service/context.ts'
import type { Database } from '#service/db/database.ts'
import { findProgress } from '#service/holdings/index-progress.ts'

const DAY_MS = 86_400_000
/** Nothing of a day that is over for longer can change: what was held has expired, and no chain goes back so far. */
const FINAL_AFTER_DAYS = 2

/** `sent`: what confirmed transactions took out of wallets, by ERC-20 token and in base units. */
export type DayCounts = Omit<UsageDay, 'day' | 'gasWei' | 'apiRequests'> & { sent: UsageDay['fees'] }

/** `YYYY-MM-DD`, oldest first, the day of `now` last. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

/**
 * What happened on each of these UTC days, `YYYY-MM-DD`, in ascending order. Days that can change no more are counted
 * once and stored, so that an answer reads few rows however much an organization does.
 */
export async function readDays(
  ctx: Pick<Context, 'db' | 'chain' | 'clock'>,
  organizationId: string,
  days: readonly string[],
): Promise<Map<string, DayCounts>> {
  const stored = await findStoredDays(ctx.db, organizationId, days)
  const missing = days.filter((day) => !stored.has(day))
  const [counted, progress] = await Promise.all([
    countDays(ctx, organizationId, missing),
    findProgress(ctx.db, ctx.chain.id),
  ])
  const open = new Set(lastDays(ctx.clock.now(), FINAL_AFTER_DAYS))
  const isOver = ([day, { counts, lastBlock }]: [string, CountedDay]) =>
    !open.has(day) && counts.transactions.open === 0 && lastBlock < (progress?.next ?? 0n)
  const over = [...counted].filter(isOver)
  await storeDays(ctx.db, organizationId, over)
  return new Map(days.map((day) => [day, stored.get(day) ?? counted.get(day)?.counts ?? newCounts()]))
}

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

/** `lastBlock`: the newest with a transaction of the day; -1n without any. */
type CountedDay = { counts: DayCounts; lastBlock: bigint }

async function countDays(
  { db, chain }: Pick<Context, 'db' | 'chain'>,
  organizationId: string,
  days: readonly string[],
): Promise<Map<string, CountedDay>> {
  const found = new Map(days.map((day) => [day, { counts: newCounts(), lastBlock: -1n }]))
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return found
  const [transactions, wallets, sent] = await Promise.all([
    countTransactions(db, organizationId, first, last),
    countWallets(db, organizationId, first, last),
    sumSent(db, { organizationId, chainId: chain.id, first, last }),
  ])
  for (const { day, state, coin, count, fees, block } of transactions) {
    const counted = found.get(day)
    if (counted === undefined) continue
    counted.counts.transactions[OUTCOMES[state]] += Number(count)
    if (block !== null && BigInt(block) > counted.lastBlock) counted.lastBlock = BigInt(block)
    if (fees !== null && fees !== '0' && coin !== ZERO_ADDRESS)
      counted.counts.fees.push({ tokenAddress: checksumAddress(coin), amount: fees })
  }
  for (const { day, count } of wallets) {
    const counted = found.get(day)
    if (counted !== undefined) counted.counts.walletsCreated = Number(count)
  }
  for (const { day, token, amount } of sent)
    found.get(day)?.counts.sent.push({ tokenAddress: checksumAddress(token), amount })
  return found
}

function newCounts(): DayCounts {
  return {
    transactions: { confirmed: 0, failed: 0, declined: 0, expired: 0, open: 0 },
    walletsCreated: 0,
    fees: [],
    sent: [],
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
  block: string | null
}

/** Fees leave a wallet with its call alone: only confirmed ones count. */
async function countTransactions(db: Database, organizationId: string, first: string, last: string) {
  const counted = await sql<TransactionCount>`
    select ${DAY} as day, state, fee_coin_address as coin, count(*)::text as count,
      (sum(fee) filter (where state = 'CONFIRMED'))::text as fees, max(block_number)::text as block
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

type Days = { organizationId: string; chainId: number; first: string; last: string }

/**
 * By the tokens' own logs, so that calls made several at once count too. Two transactions of a wallet in one
 * transaction of the chain have the same logs. `offset 0`: the logs of each are looked up, however few the planner
 * expects; else it reads all logs there are.
 */
async function sumSent(db: Database, { organizationId, chainId, first, last }: Days) {
  const summed = await sql<{ day: string; token: string; amount: string }>`
    select day, token_address as token, sum(amount)::text as amount
    from (
      select distinct on (wallet_address, block_number, transaction_hash) ${DAY} as day,
        wallet_address as wallet, block_number::bigint as block, transaction_hash as hash
      from transactions where ${ofDays(organizationId, first, last)} and state = 'CONFIRMED'
      order by wallet_address, block_number, transaction_hash, created_at
    ) own
    cross join lateral (
      select token_address, amount from holding_events
      where chain_id = ${chainId} and wallet_address = wallet and block_number = block and transaction_hash = hash
        and kind = 'transfer' and standard = 'erc20' and from_address = wallet and to_address <> wallet
      offset 0
    ) moved
    group by 1, 2 order by 1, 2`.execute(db)
  return summed.rows
}

const countsSchema = z.extend(z.omit(usageDaySchema, { day: true, gasWei: true, apiRequests: true }), {
  sent: usageDaySchema.shape.fees,
})

/** Those of the days that were counted before, by day. One that cannot be read is counted again. */
async function findStoredDays(db: Database, organizationId: string, days: readonly string[]) {
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

async function storeDays(db: Database, organizationId: string, days: readonly [string, CountedDay][]) {
  if (days.length === 0) return
  const common = { organization_id: organizationId }
  await db
    .insertInto('usage_days')
    .values(days.map(([day, { counts }]) => ({ ...common, day, counts: JSON.stringify(counts) })))
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'day']).doUpdateSet({ counts: sql`excluded.counts` }),
    )
    .execute()
}
