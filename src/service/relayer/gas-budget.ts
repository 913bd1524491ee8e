import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database, Transaction } from '#service/db/database.ts'
import { findRow } from '#service/db/find-row.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { RelayPurpose } from './tables.ts'

/** Wei to be counted against an organization's UTC day; below zero when less was used than reserved. */
export type GasUse = { organizationId: string; day: string; wei: bigint }

/** The UTC day of a moment, `YYYY-MM-DD`: gas budgets are of a day and begin again at 00:00 UTC. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** When the day of a moment ends. */
function utcDayEnd(now: Date): Date {
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

/** A relayed transaction that was settled or opened again: whose budget, and in wei what was reserved of it and what it cost. */
export type ChangedRow = {
  id: string
  purpose: RelayPurpose
  organization_id: string | null
  gas_day: string | null
  reserved_wei: string | null
  cost_wei: string | null
}

/** By what the cost of a settled transaction differs from its reservation: below zero when less was used. */
export function settledGas(row: ChangedRow): GasUse[] {
  const { organization_id: organizationId, gas_day: day, reserved_wei: reserved, cost_wei: cost } = row
  if (organizationId === null || day === null || reserved === null || cost === null) return []
  return [{ organizationId, day, wei: BigInt(cost) - BigInt(reserved) }]
}

type Spent = { spent_wei: string; wei_per_day: string | null; is_own: boolean }

/** One statement, in the order of the organizations: two transactions cannot wait for each other. */
async function countGas(trx: Transaction, uses: readonly GasUse[]): Promise<Spent[]> {
  if (uses.length === 0) return []
  const values = uses.map(
    ({ organizationId, day, wei }) => sql`(${organizationId}::uuid, ${day}, ${wei.toString()}::numeric)`,
  )
  const counted = await sql<Spent>`
    insert into gas_spending (organization_id, day, spent_wei)
    select organization_id, day, sum(wei) from (values ${sql.join(values)}) as used (organization_id, day, wei)
    group by 1, 2 order by 1, 2
    on conflict (organization_id, day) do update set spent_wei = gas_spending.spent_wei + excluded.spent_wei
    returning spent_wei::text,
      (select wei_per_day::text from gas_budgets where gas_budgets.organization_id = gas_spending.organization_id),
      exists (select from gas_budgets where gas_budgets.organization_id = gas_spending.organization_id) as is_own
    `.execute(trx)
  return counted.rows
}

/** @param whose As the message goes on: `of the wallet`. */
function gasExhausted(whose: string, now: Date): Error {
  const seconds = Math.max(1, Math.ceil((utcDayEnd(now).getTime() - now.getTime()) / 1_000))
  return apiError('GAS_BUDGET_EXHAUSTED', whose, { headers: { 'retry-after': String(seconds) } })
}

/** An organization's budget, `undefined` for no limit, and what it used of the day: paid, and reserved for what is open. */
export async function readGasBudget(
  db: Database,
  which: { organizationId: string; defaultWeiPerDay: bigint | undefined; now: Date },
) {
  const { organizationId, now } = which
  const [own, spending] = await Promise.all([
    findRow(db, 'gas_budgets', ['wei_per_day'], { organization_id: organizationId }),
    findRow(db, 'gas_spending', ['spent_wei'], { organization_id: organizationId, day: utcDay(now) }),
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
 * @param setting.weiPerDay `null`: no limit; `'default'`: the deployment's setting
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

/** Gas per UTC day of one wallet, and of all wallets of one end-user together. Undefined means no limit. */
export type GasShares = { walletGasPerDay: bigint | undefined; userGasPerDay: bigint | undefined }

type Shared = { organizationId: string; wallet: Address }
type Used = { wallet_gas: string; user_gas: string }

/** Until it is settled a transaction may use its whole limit. */
const USED = sql`case when settled_at is null then gas_limit else coalesce(gas_used, gas_limit) end`

/**
 * Refuses what takes a wallet or its user beyond their share. Called when the organization's gas is counted in the same
 * database transaction: its row is locked, so of two that race the second sees the first. What is counted are the
 * relayed transactions themselves, these among them: there is nothing to correct when they are settled.
 *
 * @throws GAS_BUDGET_EXHAUSTED with Retry-After; with the transaction's end nothing is stored
 */
export async function requireGasShares(
  trx: Transaction,
  calls: readonly Shared[],
  { walletGasPerDay, userGasPerDay, now }: GasShares & { now: Date },
): Promise<void> {
  if (calls.length === 0 || (walletGasPerDay === undefined && userGasPerDay === undefined)) return
  for (const used of await readShares(trx, calls, utcDay(now))) {
    if (walletGasPerDay !== undefined && BigInt(used.wallet_gas) > walletGasPerDay)
      throw gasExhausted('of the wallet', now)
    if (userGasPerDay !== undefined && BigInt(used.user_gas) > userGasPerDay)
      throw gasExhausted('of the user', now)
  }
}

async function readShares(trx: Transaction, calls: readonly Shared[], day: string): Promise<Used[]> {
  const asked = [...new Map(calls.map((call) => [call.wallet, call])).values()]
  const values = asked.map(({ organizationId, wallet }) => sql`(${organizationId}::uuid, ${wallet})`)
  const shares = await sql<Used>`
    select
      (select coalesce(sum(${USED}), 0)::text from relayed_transactions
        where purpose = 'transaction' and organization_id = asked.organization_id and to_address = asked.wallet
          and gas_day = ${day}) as wallet_gas,
      (select coalesce(sum(${USED}), 0)::text
        from wallets own
        join wallets theirs on theirs.organization_id = own.organization_id and theirs.status <> 'failed'
          and theirs.external_user_id = own.external_user_id
        join relayed_transactions on purpose = 'transaction' and gas_day = ${day}
          and relayed_transactions.organization_id = own.organization_id and to_address = theirs.address
        where own.address = asked.wallet and own.organization_id = asked.organization_id
          and own.status <> 'failed' and own.external_user_id <> '') as user_gas
    from (values ${sql.join(values)}) as asked (organization_id, wallet)`.execute(trx)
  return shares.rows
}
