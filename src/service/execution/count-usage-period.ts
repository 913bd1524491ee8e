import { sql } from 'kysely'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { Database } from '#service/db/database.ts'
import { type Counts, type Hours, newCounts, OUTCOMES, type Period } from './usage-counts.ts'

/** SQL: whether a row was created in the period. */
function isInPeriod({ organizationId, days }: Period) {
  return sql`organization_id = ${organizationId}::uuid
    and created_at >= ${`${days[0]}T00:00:00Z`}::timestamptz
    and created_at < ${`${days.at(-1)}T00:00:00Z`}::timestamptz + interval '24 hours'`
}

/** Counts the unconfirmed transactions. The conditions match an index and a table that contain only these. */
export async function countUnconfirmed(db: Database, period: Period): Promise<Hours<Counts['transactions']>> {
  const { rows } = await sql<{ hour: string; state: TransactionState; count: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as hour, state, count(*)::integer as count
    from (
      select created_at, rare_state as state from transactions where ${isInPeriod(period)} and rare_state is not null
      union all
      select created_at, 'SUBMITTED' from submitted_transactions where ${isInPeriod(period)}
    ) as unconfirmed
    group by 1, 2`.execute(db)
  const counts = new Map<string, Counts['transactions']>()
  for (const { hour, state, count } of rows) {
    const counted = counts.get(hour) ?? newCounts().transactions
    counted[OUTCOMES[state]] += count
    counts.set(hour, counted)
  }
  return counts
}

/** Counts the wallets of each day, without failed ones. */
export async function countWallets(db: Database, period: Period): Promise<{ day: string; count: number }[]> {
  const counted = await sql<{ day: string; count: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::integer as count
    from wallets where ${isInPeriod(period)} and status <> 'failed'
    group by 1`.execute(db)
  return counted.rows
}
