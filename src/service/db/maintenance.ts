import { sql } from 'kysely'
import type { Logger } from 'pino'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { ACCEPTED_WORK_BYTES, requireRoom, type FreeBytes } from '#service/disk-room.ts'
import type { Database } from './database.ts'

const LOOK_MS = 5_000
/** Number of polls between two runs of `maintain`, which therefore runs every five minutes. */
const LOOKS_PER_ROUND = 60
/**
 * A table is analyzed again if more rows have changed since the last time: this number plus this share of its rows.
 */
const CHANGED_ROWS_MIN = 1_000
const CHANGED_SHARE = 0.5
/**
 * Length of the write-ahead log, in bytes, at which it is written back early. Otherwise, many writes would fill the
 * disk.
 */
const LOG_BYTES_MAX = 128 * 1024 * 1024

/**
 * Does the work of the Postgres background processes that the embedded engine lacks. Without it, the write-ahead log
 * and dead rows would grow forever, and the planner would assume that a grown table is small. Runs through kysely,
 * whose lock keeps maintenance out of open transactions.
 */
export function startMaintenance(
  db: Database,
  log: Logger,
  options: { freeBytes: FreeBytes; lookMs?: number; looksPerRound?: number },
): { stop: () => Promise<void> } {
  const { freeBytes, lookMs = LOOK_MS, looksPerRound = LOOKS_PER_ROUND } = options
  let looks = 0
  const loop = createJobLoop({
    round: async () => {
      looks += 1
      await analyzeStaleTables(db)
      await shortenLog(db, freeBytes)
      if (looks % looksPerRound === 0) await maintain(db, freeBytes)
    },
    pollMs: lookMs,
    log,
    complaint: 'database maintenance failed; it runs again at the next interval',
  })
  loop.start()
  return loop
}

/** Writes the log back into the tables and frees dead rows. @throws DiskFullError */
export async function maintain(db: Database, freeBytes: FreeBytes): Promise<void> {
  await checkpoint(db, freeBytes)
  requireRoom(freeBytes)
  await sql`vacuum (analyze)`.execute(db)
}

/**
 * Writes the log back into the tables, which frees disk space. It needs some free space itself.
 *
 * @throws DiskFullError
 */
export async function checkpoint(db: Database, freeBytes: FreeBytes): Promise<void> {
  requireRoom(freeBytes, ACCEPTED_WORK_BYTES)
  await sql`checkpoint`.execute(db)
}

/**
 * Analyzes the tables that changed much since the last time. Each table has its own statement, so that other queries
 * can run in between. Without the statistics, settling an execution read the whole table and took three times as long
 * after 16,000 executions.
 */
export async function analyzeStaleTables(db: Database): Promise<void> {
  const stale = await sql<{ relname: string }>`
    select relname from pg_stat_user_tables
    where n_mod_since_analyze > ${CHANGED_ROWS_MIN} + ${CHANGED_SHARE}::float * n_live_tup
    order by relname`.execute(db)
  for (const { relname } of stale.rows) await sql`analyze ${sql.table(relname)}`.execute(db)
}

/**
 * Writes the write-ahead log back into the tables if it has grown by `bytesMax` since the last time. Returns whether it
 * did.
 */
export async function shortenLog(
  db: Database,
  freeBytes: FreeBytes,
  bytesMax = LOG_BYTES_MAX,
): Promise<boolean> {
  const { rows } = await sql<{ is_long: boolean }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${bytesMax} as is_long
    from pg_control_checkpoint()`.execute(db)
  if (rows[0]?.is_long !== true) return false
  await checkpoint(db, freeBytes)
  return true
}
