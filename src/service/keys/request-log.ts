import { sql } from 'kysely'
import { KEY_USAGE_DAYS } from '#protocol/api-key-requests.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { deleteOld } from '#server-kit/db/delete-old.ts'
import type { Client } from '#server-kit/http/client-ip.ts'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import type { HasClock, HasDatabase, HasLog, HasMetrics } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import type { RecordRequest } from '#service/http/admission.ts'

/**
 * Time for which a request may stay only in memory, in milliseconds. If the process is killed, the requests of this
 * time are lost.
 */
const FLUSH_INTERVAL_MS = 1_000
/**
 * Maximum number of requests that wait for the database. Further requests are not logged until the database accepts
 * these.
 */
const PENDING_MAX = 20_000
/**
 * Rows per statement. The embedded engine runs nothing else meanwhile, so one statement takes a few
 * milliseconds.
 */
const BATCH_MAX = 100
/**
 * Maximum logged requests of one key between two flushes that were refused before the scope check. No rate limit
 * applies to such requests.
 */
const REFUSED_MAX = 100
const MESSAGE_LENGTH_MAX = 300
/**
 * Maximum IP addresses of one key that one process counts separately within a day. All further addresses share one
 * row.
 */
const ADDRESSES_MAX = 500
const DAY_MS = 86_400_000

/** Values of `api_key_usage.source` other than IP addresses. */
export const SOURCE_MARKS = { server: 'server', unknown: 'unknown', others: 'others' } as const

/**
 * Logs the requests of keys, and counts the admitted ones by day, endpoint and address. A request only changes
 * memory. Every second, all new requests are written in batches.
 */
export function createRequestLog(ctx: HasClock & HasDatabase & HasLog & HasMetrics): {
  record: RecordRequest
  stop: () => Promise<void>
} {
  let pending: object[] = []
  const refused = new Map<string, number>()
  const readSource = createSources()

  const flush = async () => {
    const due = pending
    pending = []
    refused.clear()
    try {
      while (due.length > 0) {
        await write(ctx.db, due.slice(0, BATCH_MAX))
        due.splice(0, BATCH_MAX)
      }
    } finally {
      pending = [...due, ...pending]
    }
  }
  const complaint = 'the requests of keys were not logged; it is tried again'
  const loop = createJobLoop({ round: flush, pollMs: FLUSH_INTERVAL_MS, log: ctx.log, complaint })
  loop.start()
  const record: RecordRequest = ({ keyId, endpoint, refusal, client, ...request }) => {
    if (pending.length >= PENDING_MAX) return ctx.metrics.requestLogDropped.inc({ reason: 'database' })
    if (endpoint === undefined) {
      const before = refused.get(keyId) ?? 0
      if (before >= REFUSED_MAX) return ctx.metrics.requestLogDropped.inc({ reason: 'refused' })
      refused.set(keyId, before + 1)
    }
    const answeredAt = ctx.clock.now()
    const epochDay = toEpochDay(answeredAt)
    const code = refusal?.code
    const message = refusal && harmlessText(refusal.publicMessage, MESSAGE_LENGTH_MAX).text
    // Only admitted requests count as usage.
    const source = endpoint && readSource(keyId, epochDay, client)
    pending.push({ ...request, keyId, answeredAt, code, message, ip: client?.ip, epochDay, endpoint, source })
  }
  /** Stops the loop and writes pending requests. */
  const stop = async () => {
    await loop.stop()
    await flush().catch((error: unknown) => ctx.log.warn({ err: error }, complaint))
  }
  return { record, stop }
}

/** Days since 1970-01-01, UTC. */
export function toEpochDay(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS)
}

/** A day such as `2026-11-22`. */
export function dayText(epochDay: number): string {
  return new Date(epochDay * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Returns the function that names the source of a request. It distinguishes only a limited number of IP addresses of
 * each key.
 */
function createSources() {
  let today = 0
  const addresses = new Map<string, Set<string>>()
  return (keyId: string, epochDay: number, client: Client | undefined): string => {
    if (client === undefined) return SOURCE_MARKS.server
    if (client.ip === undefined) return SOURCE_MARKS.unknown
    if (epochDay !== today) addresses.clear()
    today = epochDay
    const known = addresses.get(keyId) ?? new Set()
    addresses.set(keyId, known)
    if (!known.has(client.ip) && known.size >= ADDRESSES_MAX) return SOURCE_MARKS.others
    known.add(client.ip)
    return client.ip
  }
}

/** Writes the counts in the same order in every process, so that two never wait for each other's rows. */
async function write(db: Database, rows: readonly object[]): Promise<void> {
  await sql`
    with answered as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as row ("keyId" uuid, "answeredAt" timestamptz,
        method text, path text, status integer, code text, message text, seconds double precision, ip text,
        "requestId" text, "epochDay" integer, endpoint text, source text)),
    logged as (
      insert into api_key_requests
        (key_id, answered_at, method, path, status, code, message, duration_ms, ip, request_id)
      select "keyId", "answeredAt", method, path, status, code, message, round(seconds * 1000), ip, "requestId"
      from answered)
    insert into api_key_usage (key_id, epoch_day, endpoint, source, requests)
    select "keyId", "epochDay", endpoint, source, count(*) from answered where endpoint is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (key_id, epoch_day, endpoint, source)
    do update set requests = api_key_usage.requests + excluded.requests`.execute(db)
}

/** Deletes data older than 30 days. Counts are deleted by whole days. */
export async function forgetOldRequests(ctx: HasClock & HasDatabase): Promise<void> {
  const now = ctx.clock.now()
  const oldest = new Date(now.getTime() - KEY_USAGE_DAYS * DAY_MS)
  await deleteOld(ctx.db, {
    table: 'api_key_requests',
    by: 'answered_at',
    which: sql`answered_at < ${oldest}`,
  })
  const oldestDay = toEpochDay(now) - KEY_USAGE_DAYS
  await deleteOld(ctx.db, { table: 'api_key_usage', by: 'epoch_day', which: sql`epoch_day < ${oldestDay}` })
}
