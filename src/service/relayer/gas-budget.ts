import { sql } from 'kysely'
import type { Database, Transaction } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'

/** Wei to be counted against an organization's UTC day; below zero when less was used than reserved. */
export type GasUse = { organizationId: string; day: string; wei: bigint }

/** The UTC day of a moment, `YYYY-MM-DD`: gas budgets are of a day and begin again at 00:00 UTC. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** When the day of a moment ends. */
export function utcDayEnd(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

/**
 * Counts what transactions may cost before they are sent, as the last statement of the database transaction
 * that stores them: two that race for the rest of a budget pass one after the other.
 *
 * @throws GAS_BUDGET_EXHAUSTED with Retry-After; with the transaction's end nothing is stored
 */
export async function reserveGas(
  trx: Transaction,
  uses: readonly GasUse[],
  rule: { budgetWeiPerDay: bigint | undefined; now: Date },
): Promise<void> {
  for (const spent of await countGas(trx, uses)) {
    const budget = spent.is_own ? spent.wei_per_day : (rule.budgetWeiPerDay?.toString() ?? null)
    if (budget !== null && BigInt(spent.spent_wei) > BigInt(budget))
      throw gasExhausted('of the organization', rule.now)
  }
}

/** Corrects reservations to what was used. As the last statement of its database transaction. */
export async function correctGas(trx: Transaction, uses: readonly GasUse[]): Promise<void> {
  await countGas(trx, uses)
}

type Spent = { spent_wei: string; wei_per_day: string | null; is_own: boolean }

/** One statement, in the order of the organizations: two transactions cannot wait for each other. */
async function countGas(trx: Transaction, uses: readonly GasUse[]): Promise<Spent[]> {
  const sums = summed(uses)
  if (sums.length === 0) return []
  const values = sums.map(
    ({ organizationId, day, wei }) => sql`(${organizationId}::uuid, ${day}, ${wei.toString()}::numeric)`,
  )
  const counted = await sql<Spent>`
    insert into gas_spending (organization_id, day, spent_wei) values ${sql.join(values)}
    on conflict (organization_id, day) do update set spent_wei = gas_spending.spent_wei + excluded.spent_wei
    returning spent_wei::text,
      (select wei_per_day::text from gas_budgets where gas_budgets.organization_id = gas_spending.organization_id),
      exists (select from gas_budgets where gas_budgets.organization_id = gas_spending.organization_id) as is_own
    `.execute(trx)
  return counted.rows
}

function summed(uses: readonly GasUse[]): GasUse[] {
  const sums = new Map<string, GasUse>()
  for (const use of uses) {
    const name = `${use.organizationId} ${use.day}`
    const sum = sums.get(name)
    sums.set(name, sum === undefined ? use : { ...use, wei: sum.wei + use.wei })
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use)
}

/** @param whose As the message goes on: `of the wallet`. */
export function gasExhausted(whose: string, now: Date): Error {
  const seconds = Math.max(1, Math.ceil((utcDayEnd(now).getTime() - now.getTime()) / 1_000))
  return apiError('GAS_BUDGET_EXHAUSTED', whose, { headers: { 'retry-after': String(seconds) } })
}

export type GasBudget = {
  /** `undefined`: no limit. */
  budgetWeiPerDay: bigint | undefined
  /** Paid today, and reserved for what is open. */
  spentWei: bigint
  resetsAt: Date
}

/** An organization's budget and what it used of the day. */
export async function readGasBudget(
  db: Database,
  which: { organizationId: string; defaultWeiPerDay: bigint | undefined; now: Date },
): Promise<GasBudget> {
  const { organizationId, now } = which
  const [own, spending] = await Promise.all([
    db
      .selectFrom('gas_budgets')
      .select('wei_per_day')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst(),
    db
      .selectFrom('gas_spending')
      .select('spent_wei')
      .where('organization_id', '=', organizationId)
      .where('day', '=', utcDay(now))
      .executeTakeFirst(),
  ])
  const ownWei = own?.wei_per_day ?? undefined
  const ownBudget = ownWei === undefined ? undefined : BigInt(ownWei)
  return {
    budgetWeiPerDay: own === undefined ? which.defaultWeiPerDay : ownBudget,
    spentWei: BigInt(spending?.spent_wei ?? 0),
    resetsAt: utcDayEnd(now),
  }
}

/**
 * Sets an organization's gas budget. For the command line: an organization cannot raise its own.
 *
 * @param setting.weiPerDay `null`: no limit; `'default'`: what the deployment's settings say
 */
export async function setGasBudget(
  db: Database,
  setting: { organizationId: string; weiPerDay: bigint | null | 'default'; now: Date },
): Promise<void> {
  const { organizationId, weiPerDay, now } = setting
  if (weiPerDay === 'default') {
    await db.deleteFrom('gas_budgets').where('organization_id', '=', organizationId).execute()
    return
  }
  const budget = { wei_per_day: weiPerDay === null ? null : weiPerDay.toString(), updated_at: now }
  await db
    .insertInto('gas_budgets')
    .values({ organization_id: organizationId, ...budget })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(budget))
    .execute()
}
