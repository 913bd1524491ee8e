import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database.ts'

const INTERVAL_MS = 5 * 60_000

/**
 * What Postgres does by background processes that the embedded engine lacks: without it the write-ahead
 * log and dead rows grow for ever. Runs through kysely, whose lock keeps it out of open transactions.
 */
export function startMaintenance(
  db: Database,
  log: Logger,
  intervalMs = INTERVAL_MS,
): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => maintain(db))
      .catch((error: unknown) => {
        log.error({ err: error }, 'database maintenance failed; it runs again at the next interval')
      })
  }, intervalMs)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}

/** Writes the log back into the tables and frees dead rows. */
export async function maintain(db: Database): Promise<void> {
  await sql`checkpoint`.execute(db)
  await sql`vacuum (analyze)`.execute(db)
}
