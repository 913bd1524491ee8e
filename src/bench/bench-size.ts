import { sql } from 'kysely'
import { pino } from 'pino'
import { openDatabase } from '#service/index.ts'
import { scaleCounts } from '#service/testing/size/counts.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import { quantile } from './load.ts'
import { loadRow, type Row } from './print-table.ts'
import { allOperations } from './size/all-operations.ts'
import type { SizeOperation } from './size/size-places.ts'
import { startSizeWorld, type SizeWorld } from './size/size-world.ts'
import { startPostgres } from './size/start-postgres.ts'

const MS_MAX = 50
const CONNECTIONS_MAX = 12
const RUNS = 25
/** Time limit per operation in seconds. Slow operations run less often. */
const SECONDS_MAX = 4
const REQUESTS_AT_ONCE = 64

/**
 * Measures every operation of `allOperations` on a Postgres with `times` times a hundred thousand wallets and a
 * million transactions. Starts Postgres unless `LATCHKEY_TEST_POSTGRES` names one. `only` selects operations whose
 * name contains this text.
 */
export async function benchSize({ times = 1, only = '' }: { times?: number; only?: string }): Promise<Row[]> {
  const postgres = await startPostgres()
  const made = await createPostgresDatabase(postgres.url)
  const database = await openDatabase({ databaseUrl: made.url, dataDir: '', log: pino({ level: 'silent' }) })
  const world = await startSizeWorld(database, scaleCounts(times), (line) =>
    process.stderr.write(`${line}\n`),
  )
  try {
    return [await sizeRow(world), ...(await measureAll(world, only)), await connectionsRow(world), loadRow()]
  } finally {
    await world.stop()
    await made.drop()
    await postgres.stop()
  }
}

async function sizeRow({ ctx, size }: SizeWorld): Promise<Row> {
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(pg_database_size(current_database())) as size`.execute(ctx.db)
  const { wallets, transactions, organizations } = size
  const what = `${wallets} wallets, ${transactions} transactions, ${organizations + 2} organizations; on disk`
  return { what, measured: rows[0]?.size ?? '', budget: '' }
}

async function measureAll(world: SizeWorld, only: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const operation of await allOperations(world))
    if (operation.what.includes(only)) rows.push(await measure(operation))
  return rows
}

/** Measures an operation without its first run, which reads the tables from disk and caches finished days. */
async function measure({ what, run, prepare }: SizeOperation): Promise<Row> {
  const times: number[] = []
  const endsAt = performance.now() + SECONDS_MAX * 1_000
  for (let runs = 0; runs <= RUNS && (runs < 2 || performance.now() < endsAt); runs += 1) {
    await prepare?.()
    const startedAt = performance.now()
    await run()
    if (runs > 0) times.push(performance.now() - startedAt)
  }
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
  const row = {
    what,
    measured: `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`,
    budget: `${MS_MAX} ms`,
    met: p95 < MS_MAX,
  }
  if (!row.met) process.stderr.write(`misses its budget: ${what}, ${row.measured}\n`)
  return row
}

/** Counts the open connections of a process that listens and serves many concurrent requests. */
async function connectionsRow(world: SizeWorld): Promise<Row> {
  const { db, notifications } = world.ctx
  const ignore = await notifications.listen('events', () => undefined)
  const calls = Array.from({ length: REQUESTS_AT_ONCE }, () => world.call('GET', '/v1/org/overview'))
  await Promise.all(calls)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend'`.execute(db)
  ignore()
  const count = rows[0]?.count ?? 0
  return {
    what: 'connections of a process',
    measured: String(count),
    budget: String(CONNECTIONS_MAX),
    met: count <= CONNECTIONS_MAX,
  }
}
