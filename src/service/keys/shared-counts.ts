import { sql } from 'kysely'
import { deleteOld } from '#server-kit/db/delete-old.ts'
import type { HasClock, HasDatabase, HasLog } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import { MinuteWindows, type MinuteWindow } from './minute-windows.ts'

/** Time for which a count stays in this process only, in milliseconds. */
const SHARE_INTERVAL_MS = 200
const KEPT_MS = 10 * 60_000

type SharedCounts = {
  at: (subject: string, nowMs: number) => MinuteWindow
  /** Adds one to the count of each subject, in the window that `at` returned. */
  add: (counted: [subject: string, window: MinuteWindow][]) => void
  /** Shares pending counts and stops the timer. */
  stop: () => Promise<void>
}

/**
 * Counts in memory that several processes add up in one table. At most every fifth of a second, each process adds its
 * counts and reads the sums, in one statement for all subjects. A single process counts exactly. With n processes,
 * requests that the other n - 1 processes admit within that time can exceed the limit (ADR 0014).
 */
export function createSharedCounts(ctx: HasDatabase & HasLog): SharedCounts {
  const windows = new MinuteWindows()
  const pending = new Map<MinuteWindow, string>()
  let timer: NodeJS.Timeout | undefined
  let sharing: Promise<void> = Promise.resolve()

  const share = async () => {
    timer = undefined
    const counted = [...pending].map(([window, subject]) => ({ subject, window, count: window.pending }))
    pending.clear()
    if (counted.length === 0) return
    try {
      await exchange(ctx.db, counted)
    } catch (error) {
      for (const { subject, window } of counted) pending.set(window, subject)
      ctx.log.warn({ err: error }, 'request counts were not shared; this process goes on with its own')
    }
  }
  const shareNow = () => {
    sharing = sharing.then(share)
  }
  return {
    at: (subject, nowMs) => windows.at(subject, nowMs),
    add: (counted) => {
      for (const [subject, window] of counted) {
        window.pending += 1
        pending.set(window, subject)
      }
      timer ??= setTimeout(shareNow, SHARE_INTERVAL_MS).unref()
    },
    stop: async () => {
      clearTimeout(timer)
      shareNow()
      await sharing
    },
  }
}

/** Deletes counts of past minutes. */
export async function forgetOldCounts(ctx: HasClock & HasDatabase): Promise<void> {
  const oldest = new Date(ctx.clock.now().getTime() - KEPT_MS)
  const by = 'window_started_at'
  await deleteOld(ctx.db, { table: 'rate_counts', by, which: sql`${sql.ref(by)} < ${oldest}` })
}

type Counted = { subject: string; window: MinuteWindow; count: number }

/** Exchanges counts, sorted by subject so that two processes never wait for each other's rows. */
async function exchange(db: Database, counted: Counted[]): Promise<void> {
  const rows = counted.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
  const subjects = rows.map((row) => row.subject)
  const starts = rows.map((row) => new Date(row.window.startedAtMs).toISOString())
  const counts = rows.map((row) => String(row.count))
  const summed = await sql<{ subject: string; started_at: Date; requests: string }>`
    insert into rate_counts (subject, window_started_at, requests)
    select subject, started_at::timestamptz, requests::bigint
    from unnest(${subjects}::text[], ${starts}::text[], ${counts}::text[]) as counted (subject, started_at, requests)
    on conflict (subject, window_started_at) do update set requests = rate_counts.requests + excluded.requests
    returning subject, window_started_at as started_at, requests`.execute(db)
  const sums = new Map(summed.rows.map((row) => [`${row.subject} ${row.started_at.getTime()}`, row.requests]))
  for (const { subject, window, count } of rows) {
    const sum = Number(sums.get(`${subject} ${window.startedAtMs}`) ?? 0)
    window.shared = Math.max(window.shared + count, sum)
    window.pending -= count
  }
}
