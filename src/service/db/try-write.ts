import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'

const LEASE_NAME = 'readiness'
/** More than `work_mem` below holds, so that the rows go to a file: some 600 kB, for a moment. */
const SPILLED_ROWS = 20_000

/**
 * Writes as requests do: a small row, committed, and a file of some hundred kilobytes, which a full disk has no room
 * for though it may have for the row. Neither table nor catalog grows, and nothing waits for a backup.
 *
 * @throws the database's error, where it takes no writes
 */
export async function tryWrite(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx)
    await sql`select count(*) from generate_series(1, ${sql.lit(SPILLED_ROWS)})`.execute(trx)
    await sql`insert into leases (name, owner, expires_at)
      values (${LEASE_NAME}, ${randomUUID()}::uuid, clock_timestamp())
      on conflict (name) do update set owner = excluded.owner, expires_at = excluded.expires_at`.execute(trx)
  })
}
