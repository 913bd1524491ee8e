import { sql } from 'kysely'
import type { Context } from '#service/context.ts'
import type { Database } from '#service/db/database.ts'
import type { Client } from '#server-kit/http/client-ip.ts'
import { KEY_USAGE_DAYS } from '#protocol/api-keys.ts'

/** How long a count may stay in memory only: what a kill can lose. */
const FLUSH_INTERVAL_MS = 2_000
/** Addresses of one key that one process keeps apart within a day; an attacker's thousands are one row. */
const ADDRESSES_MAX = 500
/** Between two flushes; beyond, nothing more is counted until the database takes what there is. */
const PENDING_MAX = 50_000
const DAY_MS = 86_400_000

/** What stands in `api_key_usage.source` where there is no address; none of them can be one. */
export const SOURCE_MARKS = { server: 'server', unknown: 'unknown', others: 'others' } as const

type Row = { keyId: string; epochDay: number; endpoint: string; source: string; requests: number }

/**
 * Counts the requests of each key by day, endpoint and address, in memory and outside the requests: every two
 * seconds one statement adds what was counted to the sums of all processes.
 */
export function createKeyUsage(ctx: Pick<Context, 'db' | 'clock' | 'log'>) {
  let pending = new Map<string, Row>()
  const sourceOf = createSources()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()

  const add = (row: Row) => {
    const name = nameOf(row)
    const known = pending.get(name)
    if (known !== undefined) known.requests += row.requests
    else if (pending.size < PENDING_MAX) pending.set(name, row)
  }
  const flush = async () => {
    timer = undefined
    const counted = pending
    if (counted.size === 0) return
    pending = new Map()
    try {
      await addUp(ctx.db, [...counted.values()])
    } catch (error) {
      for (const row of counted.values()) add(row)
      ctx.log.warn({ err: error }, 'the usage of keys was not written; it is tried again')
    }
  }
  const flushNow = () => {
    flushing = flushing.then(flush)
  }
  return {
    /** Counts one request; it only touches memory. */
    count: (keyId: string, endpoint: string, client: Client | undefined) => {
      const epochDay = epochDayOf(ctx.clock.now())
      add({ keyId, epochDay, endpoint, source: sourceOf(keyId, epochDay, client), requests: 1 })
      timer ??= setTimeout(flushNow, FLUSH_INTERVAL_MS).unref()
    },
    /** Writes what is still pending and ends the timer. */
    stop: async () => {
      clearTimeout(timer)
      flushNow()
      await flushing
    },
  }
}

function nameOf({ keyId, epochDay, endpoint, source }: Row): string {
  return `${keyId} ${epochDay} ${endpoint} ${source}`
}

/** Days since 1970-01-01, UTC. */
export function epochDayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS)
}

/** `2026-11-22`. */
export function dayText(epochDay: number): string {
  return new Date(epochDay * DAY_MS).toISOString().slice(0, 10)
}

/** Names where a request came from, with a bound on how many addresses of a key are distinguished. */
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

/** In one order in every process, so that two never wait for each other's rows. */
async function addUp(db: Database, counted: Row[]): Promise<void> {
  const rows = counted.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  await sql`
    insert into api_key_usage (key_id, epoch_day, endpoint, source, requests)
    select key_id::uuid, epoch_day::integer, endpoint, source, requests::bigint
    from unnest(
      ${rows.map((row) => row.keyId)}::text[],
      ${rows.map((row) => String(row.epochDay))}::text[],
      ${rows.map((row) => row.endpoint)}::text[],
      ${rows.map((row) => row.source)}::text[],
      ${rows.map((row) => String(row.requests))}::text[]
    ) as counted (key_id, epoch_day, endpoint, source, requests)
    on conflict (key_id, epoch_day, endpoint, source)
    do update set requests = api_key_usage.requests + excluded.requests`.execute(db)
}

/** Deletes what was counted before the last 30 days. */
export async function forgetOldUsage(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const oldest = epochDayOf(ctx.clock.now()) - KEY_USAGE_DAYS
  await ctx.db.deleteFrom('api_key_usage').where('epoch_day', '<', oldest).execute()
}
