import type { Context } from '#service/context.ts'
import { gasLimitsOf } from '#service/relayer/get-gas.ts'
import { readGasBudget } from '#service/relayer/gas-budget.ts'
import { KEY_USAGE_DAYS } from '#protocol/api-keys.ts'
import type { Database } from '#service/db/database.ts'
import { epochDayOf } from '#service/keys/key-usage.ts'
import { countDays, findStoredDays, newCounts, storeDays } from './usage-days.ts'
import { requestsByDay } from '#service/keys/read-usage.ts'
import { sql } from 'kysely'
import type { Operation } from '#service/http/endpoint-types.ts'

const DAYS_DEFAULT = 30
const DAY_MS = 86_400_000
/** Nothing of a day that is over for longer can change: what was held has expired, and no chain goes back so far. */
const FINAL_AFTER_DAYS = 2

/**
 * `GET /v1/org/usage`: transactions, wallets, gas and fees of each of the last UTC days, today among them. Days that
 * can change no more are counted once and stored, so that an answer reads few rows however much an organization does.
 * Gas in wei, fees in the smallest unit of their coin (ADR 0014).
 */
export const getUsage: Operation<'getUsage', 'db' | 'clock' | 'settings'> = async (
  ctx,
  { organizationId },
  input,
) => {
  const now = ctx.clock.now()
  const days = lastDays(now, Number(input.query.days ?? DAYS_DEFAULT))
  const [stored, gas, requests, { budgetWeiPerDay }] = await Promise.all([
    findStoredDays(ctx.db, organizationId, days),
    readGas(ctx, organizationId, days),
    readRequests(ctx.db, organizationId, now),
    readGasBudget(ctx.db, { organizationId, defaultWeiPerDay: ctx.settings.gasBudgetWeiPerDay, now }),
  ])
  const missing = days.filter((day) => !stored.has(day))
  const counted = await countDays(ctx.db, organizationId, missing)
  const final = lastDays(now, FINAL_AFTER_DAYS)
  await storeDays(
    ctx.db,
    organizationId,
    missing.flatMap((day) => {
      const counts = counted.get(day)
      const isOver = !final.includes(day) && counts?.transactions.open === 0
      return isOver ? [{ day, counts }] : []
    }),
  )
  return {
    days: days.map((day) => ({
      day,
      ...(stored.get(day) ?? counted.get(day) ?? newCounts()),
      apiRequests: requests.get(day) ?? null,
      gasWei: gas.get(day) ?? '0',
    })),
    gasBudgetWeiPerDay: budgetWeiPerDay?.toString() ?? null,
    gasLimits: gasLimitsOf(ctx.settings),
  }
}

/** `YYYY-MM-DD`, oldest first, the day of `now` last. */
function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

async function readGas(
  ctx: Pick<Context, 'db'>,
  organizationId: string,
  days: readonly string[],
): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom('gas_spending')
    .select(['day', 'spent_wei'])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', days[0] ?? '')
    .execute()
  return new Map(rows.map(({ day, spent_wei }) => [day, spent_wei]))
}

/** How many requests an organization's keys made on each day for which that is stored, by `YYYY-MM-DD`. */
async function readRequests(db: Database, organizationId: string, now: Date): Promise<Map<string, number>> {
  const today = epochDayOf(now)
  const keyIds = sql`select id from api_keys where organization_id = ${organizationId}`
  const days = await requestsByDay(db, keyIds, { firstDay: today - KEY_USAGE_DAYS + 1, today })
  return new Map(days.map(({ day, requests }) => [day, requests]))
}
