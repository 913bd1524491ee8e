import { sql } from 'kysely'
import { checksumAddress } from '#protocol/display/address.ts'
import { WALLETS_COUNTED_MAX, type Overview, type OverviewDay } from '#protocol/overview.ts'
import type { HasChain, HasClock, HasDatabase, HasRelay } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { selectAllowed } from '#service/tokens/allowed-tokens.ts'
import { UNPROTECTED_OF_ALL } from '#service/wallets/list-wallets.ts'
import { readGas } from './get-usage.ts'
import { lastDays } from './last-days.ts'
import { newDay, sumTransactions, type DayCounts } from './usage-counts.ts'
import { readDays } from './usage-days.ts'

export const MONTH_DAYS = 30
const DAY_MS = 86_400_000

/**
 * `GET /v1/org/overview`: the organization's numbers. Each request counts only the transactions of the last
 * hours, because the counts of earlier days are stored (ADR 0006).
 */
export const getOverview: Operation<'getOverview', HasChain & HasClock & HasDatabase & HasRelay> = async (
  ctx,
  { organizationId },
) => {
  const now = ctx.clock.now()
  const days = lastDays(now, 2 * MONTH_DAYS + 1)
  const [wallets, present, counts, gas, tokens, relayer] = await Promise.all([
    countWallets(ctx, organizationId),
    countPresent(ctx, organizationId, now),
    readDays(ctx, organizationId, days),
    readGas(ctx.db, organizationId, days),
    selectAllowed(ctx.db, organizationId).where('standard', '=', 'erc20').execute(),
    readRelayer(ctx, now),
  ])
  const month = days.slice(-MONTH_DAYS)
  const before = days.slice(1, -MONTH_DAYS)
  const counted = month.flatMap((day) => counts.get(day) ?? [])
  const spent = (of: readonly string[]) => sum(of.map((day) => gas.get(day) ?? '0'))
  return {
    wallets: {
      ...wallets,
      createdInMonth: counted.reduce((all, { walletsCreated }) => all + walletsCreated, 0),
    },
    transactions: {
      day: { count: present.day, before: present.day_before },
      month: sumMonth([...counts.values()].map(sumTransactions), present),
    },
    failed: { day: { count: present.failed, before: present.failed_before } },
    pending: { count: present.pending, oldestDatetime: present.oldest?.toISOString() ?? null },
    sent: tokens.flatMap(({ address, symbol, decimals }) => {
      const tokenAddress = checksumAddress(address)
      const sent = counted.flatMap((day) => day.sent.filter((one) => one.tokenAddress === tokenAddress))
      if (sent.length === 0) return []
      return [{ tokenAddress, symbol, decimals, amount: sum(sent.map(({ amount }) => amount)) }]
    }),
    gas: { spentWei: spent(month), beforeWei: spent(before) },
    relayer,
    webhooks: { working: present.working, failing: present.failing, stopped: present.stopped },
    days: month.map((day) => toOverviewDay(day, counts.get(day) ?? newDay(), tokens)),
  }
}

function toOverviewDay(
  day: string,
  { transactions, sent }: DayCounts,
  tokens: readonly { address: string }[],
): OverviewDay {
  const allowed = new Set<string>(tokens.map(({ address }) => checksumAddress(address)))
  return { day, transactions, sent: sent.filter(({ tokenAddress }) => allowed.has(tokenAddress)) }
}

function sum(amounts: readonly string[]): string {
  return amounts.reduce((all, amount) => all + BigInt(amount), 0n).toString()
}

/**
 * Sums the last 30 days of 24 hours each, and the 30 before them, from the counts of 61 UTC days. Each of the two
 * periods begins within a UTC day. `cut` and `cut_before` are the counts of that day before the period.
 */
function sumMonth(ofDays: readonly number[], { cut, cut_before: cutBefore }: Present) {
  const all = (from: number, to: number) => ofDays.slice(from, to).reduce((sum, count) => sum + count, 0)
  const { length } = ofDays
  return {
    count: all(MONTH_DAYS, length) - cut,
    before: all(0, MONTH_DAYS) + cut - cutBefore,
  }
}

type Present = Record<
  | ('day' | 'day_before' | 'cut' | 'cut_before' | 'failed' | 'failed_before')
  | ('pending' | 'working' | 'failing' | 'stopped'),
  number
> & { oldest: Date | null }

async function countWallets(ctx: HasDatabase, organizationId: string) {
  const wallets = sql`select from wallets where organization_id = ${organizationId} and status <> 'failed'`
  const found = await sql<{ count: number; unprotected: number }>`
    select
      (select count(*)::integer from (${wallets} limit ${WALLETS_COUNTED_MAX}) found) as count,
      (select count(*)::integer
        from (${wallets} and ${UNPROTECTED_OF_ALL} limit ${WALLETS_COUNTED_MAX}) found) as unprotected`.execute(
    ctx.db,
  )
  return found.rows[0] ?? { count: 0, unprotected: 0 }
}

/**
 * Counts the current numbers, which are not stored. `cut` counts the transactions of the day 30 days ago up
 * to this time of day.
 */
async function countPresent(ctx: HasDatabase, organizationId: string, now: Date): Promise<Present> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const midnight = (days: number) => new Date(Math.floor(ago(days).getTime() / DAY_MS) * DAY_MS)
  const transactions = (from: Date, until: Date) => sql`select count(*)::integer from transactions
    where organization_id = ${organizationId} and created_at >= ${from} and created_at < ${until}`
  const failed = (from: Date, until: Date) => sql`${transactions(from, until)} and rare_state = 'FAILED'`
  const soon = ago(-1)
  const counted = await sql<Present>`
    select
      (${transactions(ago(1), soon)}) as day,
      (${transactions(ago(2), ago(1))}) as day_before,
      (${transactions(midnight(MONTH_DAYS), ago(MONTH_DAYS))}) as cut,
      (${transactions(midnight(2 * MONTH_DAYS), ago(2 * MONTH_DAYS))}) as cut_before,
      (${failed(ago(1), soon)}) as failed,
      (${failed(ago(2), ago(1))}) as failed_before,
      waiting.*, endpoints.*
    from (
      select count(*)::integer as pending, min(held_at) as oldest
      from transactions join held_transactions on transaction_id = transactions.id
      where organization_id = ${organizationId} and rare_state = 'PENDING_USER_APPROVAL' and deadline > service_now()
    ) waiting, (
      select count(*) filter (where enabled and failing_since is null)::integer as working,
        count(*) filter (where enabled and failing_since is not null)::integer as failing,
        count(*) filter (where disabled_reason <> 'manual')::integer as stopped
      from webhook_endpoints where organization_id = ${organizationId}
    ) endpoints`.execute(ctx.db)
  const [present] = counted.rows
  if (present === undefined) throw new Error('an aggregate without a row')
  return present
}

const PACE_DAYS = 7
/** Maximum number of days reported. A longer time is reported as this number. */
const DAYS_LEFT_MAX = 100_000n

/** The relayer has the state of its best key, because one key that can pay is enough. */
const BEST_FIRST = ['enough', 'low'] as const

/** Reads the remaining funds of all relayer keys, which pay for every organization of the deployment. */
export async function readRelayer(
  { db, relay }: HasDatabase & HasRelay,
  now: Date,
): Promise<Overview['relayer']> {
  const funds = relay.funds()
  const balances = funds.flatMap(({ balanceWei }) => balanceWei ?? [])
  if (funds.length === 0 || balances.length < funds.length) return null
  const balanceWei = balances.reduce((all, wei) => all + wei, 0n)
  const days = lastDays(now, PACE_DAYS)
  const { rows } = await sql<{ wei: string | null; first: string | null }>`
    select sum(spent_wei)::text as wei, min(day) as first from gas_spending
    where day in (${sql.join(days)})
      and organization_id in (select id from organizations)`.execute(db)
  const spentWei = BigInt(rows[0]?.wei ?? 0)
  const spentDays = BigInt(days.length - days.indexOf(rows[0]?.first ?? ''))
  const daysLeft = spentWei > 0n ? (balanceWei * spentDays) / spentWei : undefined
  const states = new Set(funds.map(({ state }) => state))
  return {
    balanceWei: balanceWei.toString(),
    daysLeft: daysLeft === undefined ? null : Number(daysLeft < DAYS_LEFT_MAX ? daysLeft : DAYS_LEFT_MAX),
    state: BEST_FIRST.find((state) => states.has(state)) ?? 'empty',
  }
}
