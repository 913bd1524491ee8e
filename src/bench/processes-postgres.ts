import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#service/index.ts'
import { cpuMs } from './measured-server.ts'

const SAMPLE_MS = 20

/** Work of a local Postgres between two points in time. */
export type PostgresUse = {
  cpuMs: number
  walBytes: number
  /** Bytes of the write-ahead log by table, index or record type. Empty if `pg_walinspect` is not available. */
  walBytesByName: Map<string, number>
  /** Updates of rows by table, and how many of them changed no index entry (heap-only). */
  updates: Map<string, Updates>
  /** Mean number of sessions that waited for a lock, by the first table that their statement names. */
  waits: Map<string, number>
}

export type Updates = { all: number; heapOnly: number }

/** Starts a measurement and returns the function that ends it. */
export async function measurePostgres(db: Database): Promise<() => Promise<PostgresUse>> {
  const pid = await postmaster(db)
  const before = { lsn: await walEnd(db), cpuMs: familyCpuMs(pid), updates: await readUpdates(db) }
  const endSampling = sampleWaits(db)
  return async () => {
    const waits = await endSampling()
    const spentMs = familyCpuMs(pid) - before.cpuMs
    const lsn = await walEnd(db)
    const walBytesByName = await readWal(db, before.lsn, lsn)
    const bytes = await sql<{ bytes: number }>`
      select (${lsn}::pg_lsn - ${before.lsn}::pg_lsn)::float8 as bytes`.execute(db)
    const updates = subtractUpdates(await readUpdates(db), before.updates)
    return { cpuMs: spentMs, walBytes: bytes.rows[0]?.bytes ?? 0, walBytesByName, updates, waits }
  }
}

async function walEnd(db: Database): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(db)
  return rows[0]?.lsn ?? ''
}

async function readUpdates(db: Database): Promise<Map<string, Updates>> {
  const { rows } = await sql<Updates & { name: string }>`
    select relname as name, n_tup_upd::float8 as all, n_tup_hot_upd::float8 as "heapOnly"
    from pg_stat_user_tables`.execute(db)
  return new Map(rows.map(({ name, all, heapOnly }) => [name, { all, heapOnly }]))
}

function subtractUpdates(after: Map<string, Updates>, before: Map<string, Updates>): Map<string, Updates> {
  const changed = [...after].map(([name, { all, heapOnly }]): [string, Updates] => {
    const earlier = before.get(name) ?? { all: 0, heapOnly: 0 }
    return [name, { all: all - earlier.all, heapOnly: heapOnly - earlier.heapOnly }]
  })
  return new Map(changed)
}

/**
 * Returns the bytes that the write-ahead log gained between two positions, by table and operation, by index, or by
 * record type if a record belongs to neither. Empty if `pg_walinspect` is not available.
 */
async function readWal(db: Database, from: string, to: string): Promise<Map<string, number>> {
  try {
    await sql`create extension if not exists pg_walinspect`.execute(db)
    const { rows } = await sql<{ name: string; bytes: number }>`
      with records as (
        select (regexp_match(block_ref, 'rel \\d+/\\d+/(\\d+)'))[1]::oid as node, record_length,
          resource_manager || ' ' || record_type as kind
        from pg_get_wal_records_info(${from}::pg_lsn, least(${to}::pg_lsn, pg_current_wal_flush_lsn())))
      select coalesce(class.relname::text || case when kind like 'Heap%' then ' ' || kind else '' end, kind) as name,
        sum(record_length)::float8 as bytes
      from records left join pg_class as class on class.relfilenode = records.node and class.relfilenode <> 0
      group by 1 order by 2 desc`.execute(db)
    return new Map(rows.map(({ name, bytes }) => [name, bytes]))
  } catch {
    return new Map()
  }
}

/** The first table that a waiting statement names. */
const TABLE = /\b(?:update|into|from)\s+"?([a-z_]+)/i

/** Samples the sessions that wait for a lock. */
function sampleWaits(db: Database): () => Promise<Map<string, number>> {
  const seen = new Map<string, number>()
  let samples = 0
  const sample = async () => {
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      db,
    )
    samples += 1
    for (const { query } of rows) {
      const table = TABLE.exec(query)?.[1] ?? 'other'
      seen.set(table, (seen.get(table) ?? 0) + 1)
    }
  }
  let sampling = Promise.resolve()
  const timer = setInterval(() => {
    sampling = sampling.then(sample).catch(() => undefined)
  }, SAMPLE_MS)
  return async () => {
    clearInterval(timer)
    await sampling
    return new Map([...seen].map(([table, count]) => [table, count / Math.max(1, samples)]))
  }
}

async function postmaster(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return readStatus(rows[0]?.pid ?? 0)?.parent ?? 0
}

/**
 * CPU time of a process and its children, including children that have ended. 0 if the process runs on another
 * machine. Source: proc(5).
 */
function familyCpuMs(parent: number): number {
  const children = readdirSync('/proc').filter((pid) => readStatus(Number(pid))?.parent === parent)
  const ended = readStatus(parent)?.endedMs ?? 0
  return [parent, ...children.map(Number)].reduce((sum, pid) => sum + cpuMs(pid), ended)
}

/** `endedMs` is the CPU time of the process's children that have ended. */
function readStatus(pid: number): { parent: number; endedMs: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), endedMs: (Number(fields[13]) + Number(fields[14])) * 10 }
  } catch {
    return undefined
  }
}
