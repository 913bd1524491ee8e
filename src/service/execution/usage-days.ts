import { sql } from 'kysely'
import * as z from 'zod/mini'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { type UsageDay, usageDaySchema } from '#protocol/usage.ts'
import { TRANSACTION_STATES, type TransactionState } from '#protocol/transaction-states.ts'
import { REORG_DEPTH_MAX } from '#service/chain/chain-data.ts'
import type { Context } from '#service/context.ts'
import type { Database } from '#service/db/database.ts'
import { findProgress } from '#service/holdings/index-progress.ts'

const DAY_MS = 86_400_000
/** Days per query. Finished days are cached, so each query stays short. */
const DAYS_AT_ONCE = 7
/** Days after which a day is final: its held transactions have expired, and no reorg goes back so far. */
const FINAL_AFTER_DAYS = 2
/**
 * Time after the end of an hour until its counts are stored, in milliseconds. Its late transactions are
 * stored by then.
 */
const HOUR_MS = 3_600_000

/** `sent`: amounts that confirmed transactions sent from wallets, by ERC-20 token and in base units. */
type Counts = Pick<UsageDay, 'transactions' | 'fees'> & { sent: UsageDay['fees'] }
export type DayCounts = Counts & Pick<UsageDay, 'walletsCreated'>

/** Returns days as `YYYY-MM-DD`, oldest first, ending with the day of `now`. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** Returns hours as `YYYY-MM-DDTHH` in UTC, so that hours and days compare as strings. */
function listHours(day: string): string[] {
  return Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`)
}

type Days = { organizationId: string; chainId: number; days: readonly string[] }
type Hours<Value> = ReadonlyMap<string, Value>

/**
 * Returns the counts of each of these UTC days, `YYYY-MM-DD`, in ascending order. Final days are counted once
 * and stored. Of the last two days the hours are stored. So a request reads few rows, however active the
 * organization is.
 */
export async function readDays(
  ctx: Pick<Context, 'db' | 'chain' | 'clock'>,
  organizationId: string,
  days: readonly string[],
): Promise<Map<string, DayCounts>> {
  const stored = await findStored(ctx.db, organizationId, days)
  const missing = days.filter((day) => !stored.days.has(day))
  const of = { organizationId, chainId: ctx.chain.id }
  for (let from = 0; from < missing.length; from += DAYS_AT_ONCE) {
    const some = { ...of, days: missing.slice(from, from + DAYS_AT_ONCE) }
    for (const [day, counts] of await countDays(ctx, some, stored.hours)) stored.days.set(day, counts)
  }
  return new Map(days.map((day) => [day, stored.days.get(day) ?? newDay()]))
}

type Outcome = keyof Counts['transactions']

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

/** `lastBlock`: the newest block with a transaction of the hour; -1n if there is none. */
type CountedHour = { counts: Counts; lastBlock: bigint }

async function countDays(ctx: Pick<Context, 'db' | 'clock' | 'chain'>, of: Days, stored: Hours<Counts>) {
  const { db } = ctx
  const [unconfirmed, wallets, progress] = await Promise.all([
    countUnconfirmed(db, of),
    countWallets(db, of),
    findProgress(db, of.chainId),
  ])
  const known = unchanged(stored, unconfirmed)
  const counted = await countHours(
    db,
    of,
    of.days.flatMap(listHours).filter((hour) => !known.has(hour)),
  )
  const days = new Map(of.days.map((day) => [day, newDay()]))
  for (const [hour, counts] of known) add(days.get(hour.slice(0, 10)), counts)
  for (const [hour, { counts }] of counted) add(days.get(hour.slice(0, 10)), counts)
  for (const { day, count } of wallets) {
    const ofDay = days.get(day)
    if (ofDay !== undefined) ofDay.walletsCreated = Number(count)
  }
  await storeFinal(ctx, of, { days, known, counted, next: progress?.next ?? 0n })
  return days
}

function newCounts(): Counts {
  return { transactions: { confirmed: 0, failed: 0, declined: 0, expired: 0, open: 0 }, fees: [], sent: [] }
}

function newDay(): DayCounts {
  return { ...newCounts(), walletsCreated: 0 }
}

function add(into: Counts | undefined, { transactions, fees, sent }: Counts): void {
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

/** Number of transactions, whatever their state. */
export function sumTransactions({ transactions }: Counts): number {
  return Object.values(transactions).reduce((all, count) => all + count, 0)
}

/**
 * Returns the stored hours without newly confirmed transactions, with the current states of the others. A
 * confirmed transaction of a stored hour cannot be reorged, so the hour is unchanged.
 */
function unchanged(stored: Hours<Counts>, unconfirmed: Hours<Counts['transactions']>): Hours<Counts> {
  const known = new Map<string, Counts>()
  for (const [hour, counts] of stored) {
    const { confirmed } = counts.transactions
    const now = {
      ...counts,
      transactions: { ...newCounts().transactions, ...unconfirmed.get(hour), confirmed },
    }
    if (sumTransactions(now) === sumTransactions(counts)) known.set(hour, now)
  }
  return known
}

async function countHours(
  db: Database,
  of: Days,
  hours: readonly string[],
): Promise<Map<string, CountedHour>> {
  const found = new Map(hours.map((hour) => [hour, { counts: newCounts(), lastBlock: -1n }]))
  // Read one after the other. A transaction confirmed in between is only in the sum. It later counts as newly
  // confirmed, and the hour is read again.
  const transactions = await countTransactions(db, of, hours)
  const sent = await sumSent(db, of, hours)
  for (const { hour, state, coin, count, fees, block } of transactions) {
    const counted = found.get(hour)
    if (counted === undefined) continue
    counted.counts.transactions[OUTCOMES[state]] += Number(count)
    if (block !== null && BigInt(block) > counted.lastBlock) counted.lastBlock = BigInt(block)
    if (fees !== null && fees !== '0' && coin !== ZERO_ADDRESS)
      counted.counts.fees.push({ tokenAddress: checksumAddress(coin), amount: fees })
  }
  for (const { hour, token, amount } of sent)
    found.get(hour)?.counts.sent.push({ tokenAddress: checksumAddress(token), amount })
  return found
}

const UNCONFIRMED = TRANSACTION_STATES.filter((state) => state !== 'CONFIRMED')

/** SQL: whether a row belongs to these days. */
function ofDays({ organizationId, days }: Days) {
  return sql`organization_id = ${organizationId}::uuid
    and created_at >= ${`${days[0]}T00:00:00Z`}::timestamptz
    and created_at < ${`${days.at(-1)}T00:00:00Z`}::timestamptz + interval '24 hours'`
}

/** Counts unconfirmed transactions, through an index that contains nothing else. */
async function countUnconfirmed(db: Database, of: Days): Promise<Hours<Counts['transactions']>> {
  const { rows } = await sql<{ hour: string; state: TransactionState; count: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as hour, state, count(*)::integer as count
    from transactions where ${ofDays(of)} and state = any(${UNCONFIRMED}::text[]) and state <> 'CONFIRMED'
    group by 1, 2`.execute(db)
  const counts = new Map<string, Counts['transactions']>()
  for (const { hour, state, count } of rows) {
    const ofHour = counts.get(hour) ?? newCounts().transactions
    ofHour[OUTCOMES[state]] += count
    counts.set(hour, ofHour)
  }
  return counts
}

async function countWallets(db: Database, of: Days) {
  const counted = await sql<{ day: string; count: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::integer as count
    from wallets where ${ofDays(of)} and status <> 'failed'
    group by 1`.execute(db)
  return counted.rows
}

/** SQL: whether a row belongs to `hour`. */
function ofHour({ organizationId }: Days) {
  return sql`organization_id = ${organizationId}::uuid
    and created_at >= (hour || ':00Z')::timestamptz and created_at < (hour || ':00Z')::timestamptz + interval '1 hour'`
}

type TransactionCount = {
  hour: string
  state: TransactionState
  coin: string
  count: string
  fees: string | null
  block: string | null
}

/** Counts transactions and fees. A fee leaves a wallet only with its call, so only confirmed ones count. */
async function countTransactions(db: Database, of: Days, hours: readonly string[]) {
  const counted = await sql<TransactionCount>`
    select hour, counted.* from unnest(${hours}::text[]) as hour cross join lateral (
      select state, fee_coin_address as coin, count(*)::text as count,
        (sum(fee) filter (where state = 'CONFIRMED'))::text as fees, max(block_number)::text as block
      from transactions where ${ofHour(of)}
      group by 1, 2
    ) counted`.execute(db)
  return counted.rows
}

/**
 * Reads the tokens' own logs, so that batched calls count too. Transactions of a wallet in one chain
 * transaction share their logs, which count in the hour of the first. `offset 0` makes the planner look up
 * the logs of each transaction, however few rows it expects. Otherwise it reads all logs.
 */
async function sumSent(db: Database, of: Days, hours: readonly string[]) {
  const summed = await sql<{ hour: string; token: string; amount: string }>`
    select hour, token_address as token, sum(amount)::text as amount
    from unnest(${hours}::text[]) as hour cross join lateral (
      select distinct transaction_hash as hash from transactions where ${ofHour(of)} and state = 'CONFIRMED'
    ) executed cross join lateral (
      select wallet_address as wallet, block_number::bigint as block
      from transactions where transaction_hash = hash and organization_id = ${of.organizationId}::uuid and state = 'CONFIRMED'
      group by 1, 2
      having min(created_at) >= (hour || ':00Z')::timestamptz
        and min(created_at) < (hour || ':00Z')::timestamptz + interval '1 hour'
    ) own cross join lateral (
      select token_address, amount from holding_events
      where chain_id = ${of.chainId} and wallet_address = wallet and block_number = block and transaction_hash = hash
        and kind = 'transfer' and standard = 'erc20' and from_address = wallet and to_address <> wallet
      offset 0
    ) moved
    group by 1, 2 order by 1, 2`.execute(db)
  return summed.rows
}

const countsSchema = z.object({
  transactions: usageDaySchema.shape.transactions,
  fees: usageDaySchema.shape.fees,
  sent: usageDaySchema.shape.fees,
})
const dayCountsSchema = z.extend(countsSchema, { walletsCreated: z.number() })
const hoursSchema = z.record(z.string(), countsSchema)

/** Returns the stored counts of the days, by day and by hour. Unreadable counts are counted again. */
async function findStored(db: Database, organizationId: string, days: readonly string[]) {
  const rows = await db
    .selectFrom('usage_days')
    .select(['day', 'counts', 'hours'])
    .where('organization_id', '=', organizationId)
    .where('day', 'in', days)
    .execute()
  const found = { days: new Map<string, DayCounts>(), hours: new Map<string, Counts>() }
  for (const { day, counts, hours } of rows) {
    const parsed = dayCountsSchema.safeParse(counts)
    if (parsed.success) found.days.set(day, parsed.data)
    else
      for (const [hour, one] of Object.entries(hoursSchema.safeParse(hours).data ?? {}))
        found.hours.set(hour, one)
  }
  return found
}

type Found = {
  days: ReadonlyMap<string, DayCounts>
  known: Hours<Counts>
  counted: Hours<CountedHour>
  /** All logs before this block are read. */
  next: bigint
}
type StoredDay = { day: string; counts: string | null; hours: string }

/**
 * Stores days whose transactions are all decided, and of the last two days the hours whose blocks no reorg
 * removes.
 */
async function storeFinal(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { organizationId }: Days,
  { days, known, counted, next }: Found,
): Promise<void> {
  const now = clock.now()
  const open = lastDays(now, FINAL_AFTER_DAYS)
  const before = new Date(now.getTime() - HOUR_MS).toISOString().slice(0, 13)
  const rows = [...days].flatMap(([day, counts]): StoredDay[] => {
    const hours = ofDay(counted, day)
    const isOver = counts.transactions.open === 0 && hours.every(([, { lastBlock }]) => lastBlock < next)
    if (!open.includes(day)) return isOver ? [{ day, counts: JSON.stringify(counts), hours: '{}' }] : []
    const final = hours
      .filter(([hour, { lastBlock }]) => hour < before && lastBlock + REORG_DEPTH_MAX < next)
      .flatMap(([hour, one]) => (sumTransactions(one.counts) > 0 ? [[hour, one.counts] as const] : []))
    const all = Object.fromEntries([...ofDay(known, day), ...final])
    return final.length > 0 ? [{ day, counts: null, hours: JSON.stringify(all) }] : []
  })
  if (rows.length === 0) return
  await db
    .insertInto('usage_days')
    .values(rows.map((row) => ({ ...row, organization_id: organizationId })))
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'day'])
        .doUpdateSet({ counts: sql`excluded.counts`, hours: sql`excluded.hours` }),
    )
    .execute()
}

function ofDay<Value>(hours: Hours<Value>, day: string) {
  return [...hours].filter(([hour]) => hour.startsWith(day))
}
