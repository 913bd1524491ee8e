import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Tables } from '#service/db/database.ts'

/** `holds`: a table whose rows the work has locked when it needs `wants`. */
type Meeting = { holds: keyof Tables; wants: keyof Tables }

/**
 * Repeats work, each time with a transaction that deadlocks with it, until Postgres has aborted the work's
 * transaction. Postgres aborts the transaction that detects the deadlock first, so one round may not be enough.
 * Returns the result of the work from each round.
 */
export async function endInDeadlock<Result>(
  db: Database,
  { holds, wants }: Meeting,
  work: () => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (;;) {
    let working: Promise<Result> | undefined
    const hasEndedWork = await db.transaction().execute(async (trx) => {
      // A second attempt of this transaction would run after the work has ended.
      if (working !== undefined) return false
      await sql`lock table ${sql.table(wants)} in access exclusive mode`.execute(trx)
      working = work()
      working.catch(() => undefined)
      await expect.poll(() => isAwaited(db, wants), { interval: 10 }).toBe(true)
      await sql`lock table ${sql.table(holds)} in access exclusive mode`.execute(trx)
      return true
    })
    if (working !== undefined) results.push(await working)
    if (hasEndedWork) return results
  }
}

async function isAwaited(db: Database, table: keyof Tables): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where not granted and relation = ${table}::regclass`.execute(db)
  return rows.length > 0
}
