import { sql } from 'kysely'
import { KEY_USAGE_DAYS } from '#protocol/api-key-requests.ts'
import type { HasChain, HasClock, HasDatabase, HasGasBudget, HasGasLimits } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { requestsByDay } from '#service/keys/get-api-key-usage.ts'
import { toEpochDay } from '#service/keys/request-log.ts'
import { readGasBudget } from '#service/relayer/gas-budget.ts'
import { readGasLimits } from '#service/relayer/get-gas.ts'
import { lastDays } from './last-days.ts'
import { readDays } from './usage-days.ts'

const DAYS_DEFAULT = 30

/**
 * `GET /v1/org/usage`: transactions, wallets, gas and fees of each of the last UTC days, including today. Gas
 * in wei, fees in base units of their token (ADR 0014).
 */
export const getUsage: Operation<
  'getUsage',
  HasChain & HasClock & HasDatabase & HasGasBudget & HasGasLimits
> = async (ctx, { organizationId }, input) => {
  const now = ctx.clock.now()
  const days = lastDays(now, Number(input.query.days ?? DAYS_DEFAULT))
  const [counted, gas, requests, { budgetWeiPerDay }] = await Promise.all([
    readDays(ctx, organizationId, days),
    readGas(ctx.db, organizationId, days),
    readRequests(ctx.db, organizationId, now),
    readGasBudget(ctx.db, { organizationId, defaultWeiPerDay: ctx.settings.gasBudgetWeiPerDay, now }),
  ])
  return {
    days: [...counted].map(([day, { transactions, walletsCreated, fees }]) => ({
      day,
      transactions,
      walletsCreated,
      apiRequests: requests.get(day) ?? null,
      gasWei: gas.get(day) ?? '0',
      fees,
    })),
    gasBudgetWeiPerDay: budgetWeiPerDay?.toString() ?? null,
    gasLimits: readGasLimits(ctx.settings),
  }
}

/** Reads the gas paid on each day, in wei, by `YYYY-MM-DD`. */
export async function readGas(
  db: Database,
  organizationId: string,
  days: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('gas_spending')
    .select(['day', 'spent_wei'])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', days[0] ?? '')
    .execute()
  return new Map(rows.map(({ day, spent_wei }) => [day, spent_wei]))
}

/** Reads the stored number of requests of an organization's keys per day, by `YYYY-MM-DD`. */
async function readRequests(db: Database, organizationId: string, now: Date): Promise<Map<string, number>> {
  const today = toEpochDay(now)
  const keyIds = sql`select id from api_keys where organization_id = ${organizationId}`
  const days = await requestsByDay(db, keyIds, { firstDay: today - KEY_USAGE_DAYS + 1, today })
  return new Map(days.map(({ day, requests }) => [day, requests]))
}
