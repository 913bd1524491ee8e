import { sql } from 'kysely'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { Database } from '#service/db/database.ts'
import { type CountedHour, newCounts, OUTCOMES, type Period } from './usage-counts.ts'

/** Counts the transactions of each hour, and sums the fees and the tokens that confirmed ones took out of wallets. */
export async function countHours(
  db: Database,
  period: Period,
  hours: readonly string[],
): Promise<Map<string, CountedHour>> {
  const found = new Map(hours.map((hour) => [hour, { counts: newCounts(), lastBlock: -1n }]))
  // The queries run one after the other. A transaction that is confirmed between them is counted as
  // unconfirmed but is in the sums. The next reading detects the difference and counts the hour again.
  const transactions = await countTransactions(db, period, hours)
  const sent = await sumSent(db, period, hours)
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

/** SQL: whether a row was created in `hour`. */
function isInHour({ organizationId }: Period) {
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

/**
 * Counts the transactions of each hour by state, and sums the fees of confirmed ones. A fee is paid only if
 * the call succeeds.
 */
async function countTransactions(db: Database, period: Period, hours: readonly string[]) {
  const counted = await sql<TransactionCount>`
    select hour, counted.* from unnest(${hours}::text[]) as hour cross join lateral (
      select state, fee_coin_address as coin, count(*)::text as count,
        (sum(fee) filter (where state = 'CONFIRMED'))::text as fees, max(block_number)::text as block
      from transactions where ${isInHour(period)}
      group by 1, 2
    ) counted`.execute(db)
  return counted.rows
}

/**
 * Sums the tokens that left wallets, by their own logs, so that batched calls count too.
 *
 *   hour -> executed   hashes of the chain's transactions with a confirmed transaction of the hour
 *        -> own        wallet and block, if the hour is that of the wallet's first transaction with this hash. Several
 *                      transactions of a wallet in one transaction of the chain share their logs, which count once.
 *        -> moved      ERC-20 transfers out of the wallet in that block. `offset 0` makes the planner look up the logs
 *                      of each wallet. Otherwise it reads all logs if it expects few.
 */
async function sumSent(db: Database, period: Period, hours: readonly string[]) {
  const summed = await sql<{ hour: string; token: string; amount: string }>`
    select hour, token_address as token, sum(amount)::text as amount
    from unnest(${hours}::text[]) as hour cross join lateral (
      select distinct transaction_hash as hash from transactions where ${isInHour(period)} and state = 'CONFIRMED'
    ) executed cross join lateral (
      select wallet_address as wallet, block_number::bigint as block
      from transactions where transaction_hash = hash and organization_id = ${period.organizationId}::uuid and state = 'CONFIRMED'
      group by 1, 2
      having min(created_at) >= (hour || ':00Z')::timestamptz
        and min(created_at) < (hour || ':00Z')::timestamptz + interval '1 hour'
    ) own cross join lateral (
      select token_address, amount from holding_events
      where chain_id = ${period.chainId} and wallet_address = wallet and block_number = block and transaction_hash = hash
        and kind = 'transfer' and standard = 'erc20' and from_address = wallet and to_address <> wallet
      offset 0
    ) moved
    group by 1, 2 order by 1, 2`.execute(db)
  return summed.rows
}
