import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { backup } from '#cli/commands/backup.ts'
import { migrateAll } from '#cli/database-state.ts'
import { listEntries } from '#cli/postgres-dump.ts'
import { openDatabase, type OpenDatabase } from '#service/index.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import { enrolFirstAdmin } from './admin-session.ts'
import { countRows, fillEmptyTables } from './release-rows.ts'
import { openReleaseWorld, RELEASE_ORIGIN, type ReleaseWorld } from './release-world.ts'
import { runCommand } from './run-command.ts'

/*
 * Makes the data of a release: a sandbox with rows in every table, from which later versions must upgrade.
 *
 *     npx tsx src/cli/testing/make-release-data.ts src/cli/testing/releases/0.9.0-candidate
 *
 * It needs LATCHKEY_TEST_POSTGRES, the URL of a Postgres 15, and pg_dump and pg_restore. Run it once for each release.
 */

const run = promisify(execFile)
const sandboxFile = z.object({ apiKey: z.string() })
const customerSchema = z.object({ content: z.object({ id: z.string() }) })
const stateSchema = z.object({ content: z.array(z.object({ status: z.string() })) })
const OPEN = new Set(['SUBMITTED', 'APPROVED'])

async function main([folder]: string[]): Promise<void> {
  const postgres = process.env['LATCHKEY_TEST_POSTGRES']
  if (folder === undefined || postgres === undefined) {
    throw new Error(
      'Usage: LATCHKEY_TEST_POSTGRES=<url> npx tsx src/cli/testing/make-release-data.ts <folder>',
    )
  }
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-release-'))
  const made = await createPostgresDatabase(postgres)
  const dataDir = join(parent, 'data')
  const database = await openDatabase({
    databaseUrl: made.url,
    dataDir,
    log: pino({ level: 'silent' }),
  })
  try {
    await migrateAll({ role: 'all', database })
    const admin = await driveProduct(dataDir, database)
    await fillEmptyTables(database.db)
    await mkdir(folder, { recursive: true })
    const dump = join(parent, 'release.dump')
    await runCommand(backup, [dump], { DATABASE_URL: made.url, DATA_DIR: dataDir })
    await writeFile(join(folder, 'database.sql.gz'), gzipSync(await readSql(dump), { level: 9 }))
    await run('tar', ['-czf', join(folder, 'data.tar.gz'), '-C', dataDir, '.'])
    const rows = await countRows(database.db)
    const facts = { madeAt: new Date().toISOString(), adminHeaders: admin, rows }
    await writeFile(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`)
  } finally {
    await database.close()
    await made.drop()
    await rm(parent, { recursive: true })
  }
}

/** Starts a sandbox, uses it as people do, and stops it. Returns the headers of the administrator's session. */
async function driveProduct(dataDir: string, database: OpenDatabase): Promise<Record<string, string>> {
  const world = await openReleaseWorld({ dataDir, database })
  try {
    return await fillSandbox(world, dataDir)
  } finally {
    await world.close()
  }
}

async function fillSandbox(world: ReleaseWorld, dataDir: string): Promise<Record<string, string>> {
  const setupUrl = `${RELEASE_ORIGIN}/setup#token=${await world.bff?.createSetupLink()}`
  await world.service?.sandbox?.writeFile(setupUrl)
  await world.service?.createOrganization('Other')
  const { apiKey } = sandboxFile.parse(JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8')))
  const call = createCaller(world, apiKey)
  const admin = await enrolFirstAdmin(RELEASE_ORIGIN, setupUrl, (url, init) => world.fetch(url, init))
  // No server listens there, so that every delivery is pending.
  await call('POST', '/v1/org/webhooks', { url: 'http://localhost:9/hook' })
  await call('POST', '/v1/org/keys', { label: 'Shop', scopes: ['wallet:read'] })
  await call('POST', '/v1/org/domains', { domain: 'shop.example' })
  await call('POST', '/v1/org/policy-signer')
  const rule = { kind: 'recipients', recipients: ['0x000000000000000000000000000000000000dEaD'] }
  await call('POST', '/v1/org/policies', { name: 'Known recipients', enabled: false, rule })
  await call('PUT', '/sandbox/script', { behaviour: 'approve', delaySeconds: 0, receiverDown: true })
  const customer = customerSchema.parse(await call('POST', '/sandbox/tour')).content
  await untilSettled(call)
  await call('PUT', '/sandbox/script', { behaviour: 'approve', delaySeconds: 600, receiverDown: true })
  // Held: the end-user approves it ten minutes later.
  await call('POST', `/sandbox/customers/${customer.id}/payments`)
  await call('POST', '/v1/baas/wallets/request-email-verification', { email: 'new@sandbox.example' })
  for (const path of ['/v1/org/overview', '/v1/org/usage?days=7']) await call('GET', path)
  return admin
}

type Caller = (method: string, path: string, body?: unknown) => Promise<unknown>

function createCaller(world: ReleaseWorld, apiKey: string): Caller {
  return async (method, path, body) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const response = await world.fetch(path, {
      method,
      headers,
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
    return response.json()
  }
}

async function untilSettled(call: Caller): Promise<void> {
  for (;;) {
    const { content } = stateSchema.parse(await call('GET', '/v1/baas/transactions?limit=200'))
    // Three of the tour are approved by themselves, one is declined, and one stays held.
    const open = content.filter(({ status }) => OPEN.has(status) || status === 'PENDING_USER_APPROVAL')
    if (content.length >= 5 && open.length <= 1) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The dump as statements that every engine runs, with `insert` in place of `copy`. */
async function readSql(dump: string): Promise<string> {
  const list = `${dump}.entries`
  await writeFile(list, (await listEntries(dump)).join('\n'))
  const { stdout } = await run(
    'pg_restore',
    ['--no-owner', '--no-privileges', `--use-list=${list}`, '--file=-', dump],
    { maxBuffer: 2 ** 28 },
  )
  const statements = stdout
    .replaceAll(/^(--.*|\\(un)?restrict .*)\n/gm, '')
    .replaceAll(/^COPY (\S+) (\(.*\)) FROM stdin;\n((?:.*\n)*?)\\\.\n/gm, (_, table, columns, lines) =>
      toInsert(String(table), String(columns), String(lines)),
    )
  return statements.replaceAll(/\n{2,}/g, '\n')
}

function toInsert(table: string, columns: string, lines: string): string {
  const rows = lines.split('\n').filter((line) => line !== '')
  if (rows.length === 0) return ''
  const values = rows.map((line) => `(${line.split('\t').map(toLiteral).join(', ')})`)
  return `INSERT INTO ${table} ${columns} OVERRIDING SYSTEM VALUE VALUES\n${values.join(',\n')};\n`
}

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A value in the text format of `copy` as a literal. */
function toLiteral(value: string): string {
  if (value === '\\N') return 'null'
  const text = value.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter)
  return `'${text.replaceAll("'", "''")}'`
}

await main(process.argv.slice(2))
