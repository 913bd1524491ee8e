import { sql } from 'kysely'
import type { Address } from 'viem'
import { apiError } from '#server-kit/http/http-error.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { findRow } from '#service/db/find-row.ts'
import type { RelayPurpose } from './tables.ts'

/** Wei to count against an organization's UTC day. Negative if less was used than reserved. */
export type GasUse = { organizationId: string; day: string; wei: bigint }

/** Returns the UTC day of a time, as `YYYY-MM-DD`. Gas budgets apply per day and reset at 00:00 UTC. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10)
}

function utcDayEnd(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

/**
 * Reserves the maximum cost of transactions before they are sent. Call it at the end of the database transaction
 * that stores them, because it locks the budget's row until the commit. Concurrent requests for the rest of a
 * budget pass one after the other.
 *
 * @throws GAS_BUDGET_EXHAUSTED with Retry-After; nothing is stored, because the database transaction is
 * rolled back
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

/** Corrects reservations to the actual cost. Call it as the last statement of a database transaction. */
export async function correctGas(trx: Transaction, uses: readonly GasUse[]): Promise<void> {
  await countGas(trx, uses)
}

/**
 * A relayed transaction that was settled or reopened: the organization and day of its budget, and its
 * reserved and actual cost in wei.
 */
export type ChangedRow = {
  id: string
  purpose: RelayPurpose
  organization_id: string | null
  gas_day: string | null
  reserved_wei: string | null
  cost_wei: string | null
}

/**
 * Returns the difference between the actual cost of settled transactions and their reservation. Negative if
 * less was used.
 */
export function settledGas(row: ChangedRow): GasUse[] {
  const { organization_id: organizationId, gas_day: day, reserved_wei: reserved, cost_wei: cost } = row
  if (organizationId === null || day === null || reserved === null || cost === null) return []
  return [{ organizationId, day, wei: BigInt(cost) - BigInt(reserved) }]
}

type Spent = { spent_wei: string; wei_per_day: string | null; is_own: boolean }

/**
 * Adds each use to the day of its organization. Uses one statement, in the order of the organizations, so that two
 * database transactions cannot deadlock.
 */
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

/**
 * Returns the error for an exhausted gas budget, with the seconds until the next UTC day.
 *
 * @param whose End of the sentence in the message, such as `of the wallet`.
 */
function gasExhausted(whose: string, now: Date): Error {
  const seconds = Math.max(1, Math.ceil((utcDayEnd(now).getTime() - now.getTime()) / 1_000))
  return apiError('GAS_BUDGET_EXHAUSTED', whose, { headers: { 'retry-after': String(seconds) } })
}

/**
 * Reads an organization's budget and its use of the day: paid gas, and gas reserved for open transactions.
 * The budget is undefined if there is no limit.
 */
export async function readGasBudget(
  db: Database,
  which: { organizationId: string; defaultWeiPerDay: bigint | undefined; now: Date },
): Promise<{ budgetWeiPerDay: bigint | undefined; spentWei: bigint; resetsAt: Date }> {
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
 * Sets an organization's gas budget. Only for the command line: an organization cannot raise its own.
 *
 * @param setting.weiPerDay `null` for no limit, `'default'` for the deployment's setting
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

/** Until a transaction is settled, its whole gas limit counts as used. */
const USED = sql`case when settled_at is null then gas_limit else coalesce(gas_used, gas_limit) end`

/**
 * Rejects transactions that take a wallet or its user above their limit. Call it after counting the
 * organization's gas in the same database transaction. That locks the organization's row, so the second of
 * two concurrent requests sees the first. The sum includes the relayed transactions themselves, so settlement
 * needs no correction.
 *
 * @throws GAS_BUDGET_EXHAUSTED with Retry-After; nothing is stored, because the database transaction is
 * rolled back
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
