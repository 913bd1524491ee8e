import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkSession } from '#cli/check-session.ts'
import { freePort } from '#service/chain/anvil-process.ts'
import { openDatabase } from '#service/index.ts'
import { runOn } from '#service/testing/postgres-statements.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import { ROOT } from './testing/deploy-files.ts'
import { ensureProgram } from './testing/ensure-program.ts'

/* `npm run test:full -- deploy`: PgBouncer in transaction mode, as docs/database.md sets it up. */
const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''
const ROLE = `pooled_${randomBytes(6).toString('hex')}`
const UNPRIVILEGED = 65_534

let folder: string
let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let page: string
let pooledUrl: string
let stop: () => Promise<unknown>

beforeAll(async () => {
  if (POSTGRES === '') throw new Error('There is no Postgres: run it by `npm run test:full -- deploy`')
  page = await readFile(join(ROOT, 'docs/database.md'), 'utf8')
  folder = await mkdtemp(join(tmpdir(), 'latchkey-pooler-'))
  await chmod(folder, 0o755)
  database = await createPostgresDatabase(POSTGRES)
  const { hostname, port, pathname } = new URL(database.url)
  await runOn(POSTGRES, (query) => query(`create role ${ROLE} login password '${ROLE}'`))
  const listenPort = await freePort()
  const shipped = /```ini\n(.*?)```/s.exec(page)?.[1] ?? ''
  const own = `latchkey = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${ROLE} password=${ROLE}`
  const file = join(folder, 'pgbouncer.ini')
  const place = `listen_addr = 127.0.0.1\nlisten_port = ${listenPort}\nunix_socket_dir =\nauth_type = any\n`
  await writeFile(file, shipped.replace(/^latchkey = .*$/m, own) + place)
  // PgBouncer does not run as root.
  const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}
  const child = spawn(await ensureProgram('pgbouncer'), [file], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  child.stdout.resume()
  const ended = new Promise((resolve) => child.once('close', resolve))
  stop = () => {
    child.kill('SIGKILL')
    return ended
  }
  pooledUrl = `postgres://latchkey@127.0.0.1:${listenPort}/latchkey`
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${output}`)
      await runOn(pooledUrl, async () => undefined)
    },
    { timeout: 30_000, interval: 50 },
  )
})
afterAll(async () => {
  await stop?.()
  await database?.drop()
  await runOn(POSTGRES, (query) => query(`drop role ${ROLE}`))
  await rm(folder, { recursive: true, force: true })
})

/**
 * Checks the database through the pooler and returns the level of each finding. `listenUrl` is a direct connection to
 * Postgres for notifications.
 */
async function levels(listenUrl?: string) {
  const log = pino({ level: 'silent' })
  const opened = await openDatabase({ databaseUrl: pooledUrl, listenUrl, dataDir: '', log, migrate: false })
  try {
    const found = await checkSession(opened, { hasListenUrl: listenUrl !== undefined })
    return Object.fromEntries(found.map(({ check, level }) => [check, level]))
  } finally {
    await opened.close()
  }
}

test('error: no notifications arrive without DATABASE_LISTEN_URL, and no time limits apply without settings of the role', async () => {
  expect(await levels()).toEqual({ session: 'warning', writes: 'ok', notifications: 'warning' })
})

test('behavior: the documented address and settings pass every check', async () => {
  const statements = [...page.matchAll(/-c "(alter role latchkey set [^"]*)"/g)].map(([, text = '']) => text)
  expect(statements.length).toBeGreaterThan(4)
  // First sets two wrong values, which the documented statements must override.
  await runOn(POSTGRES, async (query) => {
    await query(`alter role ${ROLE} set datestyle = 'SQL, DMY'`)
    await query(`alter role ${ROLE} set default_transaction_read_only = on`)
    for (const statement of statements) await query(statement.replace('role latchkey', `role ${ROLE}`))
  })
  await stopServerConnections()
  expect(await levels(database.url)).toEqual({ session: 'ok', writes: 'ok', notifications: 'ok' })
})

test('error: changes no tables without DATABASE_LISTEN_URL, and says so (vectorize-io/hindsight 726)', async () => {
  const { hostname, port, pathname } = new URL(database.url)
  const direct = `postgres://${ROLE}:${ROLE}@${hostname}:${port}${pathname}`
  await runOn(POSTGRES, async (query) => {
    await query(`alter database ${pathname.slice(1)} owner to ${ROLE}`)
    // A pooler passes on neither of these settings.
    await query(`alter role ${ROLE} set idle_session_timeout = 0`)
    await query(`alter role ${ROLE} set search_path = public`)
  })
  await stopServerConnections()
  const log = pino({ level: 'silent' })
  const open = (listenUrl?: string) =>
    openDatabase({ databaseUrl: pooledUrl, listenUrl, dataDir: '', log }).then(({ close }) => close())
  const refusals = await Promise.allSettled([open(), open()])
  const sentence = expect.stringContaining('Set DATABASE_LISTEN_URL to the address of Postgres itself')
  expect(refusals).toEqual(
    refusals.map(() => ({ status: 'rejected', reason: expect.objectContaining({ message: sentence }) })),
  )
  const locks = await runOn(POSTGRES, (query) =>
    query(`select pid from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = '${pathname.slice(1)}')`),
  )
  expect(locks.rows).toEqual([])
  // The refused opens left no lock that blocks the next migration.
  await Promise.all([open(direct), open(direct)])
  // If the tables are up to date, no direct connection is needed.
  await open()
})

/** Closes the pooled connections, because they keep the settings from when they were opened. */
async function stopServerConnections(): Promise<void> {
  await runOn(POSTGRES, (query) =>
    query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = '${ROLE}'`),
  )
}
