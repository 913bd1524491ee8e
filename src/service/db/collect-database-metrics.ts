import { sql } from 'kysely'
import type { HasDatabase, HasMetrics } from '#service/context-parts.ts'

type LockWait = { table: string; waits: number; seconds: number }

/**
 * Reads the sessions of this database that wait for a row or a table, by table. The first session in the queue of a
 * row waits for the transaction that locked the row. This session holds a lock on the row's position, which names the
 * table. All other sessions of the queue wait for that lock.
 */
async function readLockWaits({ db }: HasDatabase): Promise<LockWait[]> {
  const { rows } = await sql<LockWait>`
    with waiting as (
      select pid, relation, waitstart from pg_locks
      where not granted and locktype in ('relation', 'tuple', 'transactionid')
        and pid in (select pid from pg_stat_activity where datname = current_database()))
    select coalesce(coalesce(waiting.relation, place.relation)::regclass::text, 'other') as table,
      count(*)::integer as waits,
      coalesce(max(extract(epoch from clock_timestamp() - waiting.waitstart)), 0)::float8 as seconds
    from waiting left join pg_locks place
      on place.pid = waiting.pid and place.locktype = 'tuple' and place.granted
    group by 1`.execute(db)
  return rows
}

/**
 * Sets the gauges of the database before each scrape: the sessions that wait for a lock of any process, and the
 * difference between the clocks. The embedded engine has a single session, so its first gauge is always zero.
 */
export function collectDatabaseMetrics({ db, metrics }: HasDatabase & HasMetrics): void {
  metrics.addCollector(async () => {
    const waits = await readLockWaits({ db })
    metrics.lockWaits.reset()
    metrics.lockWaitSeconds.reset()
    metrics.lockWaits.set({ table: 'other' }, 0)
    metrics.lockWaitSeconds.set({ table: 'other' }, 0)
    for (const { table, waits: count, seconds } of waits) {
      metrics.lockWaits.set({ table }, count)
      metrics.lockWaitSeconds.set({ table }, seconds)
    }
    const askedAt = Date.now()
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
    const middle = (askedAt + Date.now()) / 2
    const now = rows[0]?.now.getTime()
    if (now !== undefined) metrics.clockAhead.set((middle - now) / 1_000)
  })
}
