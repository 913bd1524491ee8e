import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Transaction } from '#service/db/database.ts'
import { gasExhausted, utcDay } from './gas-budget.ts'

/** What one wallet, and all wallets of one end-user together, may use of gas in a UTC day; `undefined`: no limit. */
export type GasShares = { walletGasPerDay: bigint | undefined; userGasPerDay: bigint | undefined }

type Shared = { organizationId: string; wallet: Address }
type Used = { wallet_gas: string; user_gas: string }

/** Until it is settled a transaction may use its whole limit. */
const USED = sql`case when settled_at is null then gas_limit else coalesce(gas_used, 0) end`

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
