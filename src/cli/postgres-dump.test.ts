import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand } from '#cli/testing/run-command.ts'
import { runOn, replaceDatabase } from '#service/testing/postgres-statements.ts'
import { backup, restore } from './commands/backup.ts'
import { migrate } from './commands/migrate.ts'
import { readBackupJob } from './deploy/testing/deploy-files.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''
const hasPrograms = ['pg_dump', 'pg_restore'].every((name) => spawnSync(name, ['--version']).status === 0)

const folder = await mkdtemp(join(tmpdir(), 'latchkey-dump-'))
const made: string[] = []
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  if (made.length > 0)
    await runOn(POSTGRES, async (query) => {
      for (const statement of made.toReversed()) await query(statement)
    })
})

/** A database that a role without further rights owns, as in the guide for self-hosting. */
async function createOwned(): Promise<{ url: string; role: string }> {
  const name = `latchkey_dump_${randomBytes(6).toString('hex')}`
  await runOn(POSTGRES, async (query) => {
    await query(`create role ${name} login password '${name}'`)
    await query(`create database ${name} owner ${name}`)
  })
  made.push(`drop role ${name}`, `drop database ${name} with (force)`)
  const url = new URL(replaceDatabase(POSTGRES, name))
  url.username = name
  url.password = name
  return { url: url.href, role: name }
}

const bySuperuser = (url: string, statements: string[]) =>
  runOn(replaceDatabase(POSTGRES, new URL(url).pathname.slice(1)), async (query) => {
    for (const statement of statements) await query(statement)
  })

/** Objects that an administrator of the server adds to a database to monitor it. */
const MONITORING = (role: string) => [
  'create extension pg_stat_statements',
  `comment on extension pg_stat_statements is 'watched'`,
  `comment on schema public is 'of the shop'`,
  `comment on table organizations is 'customers'`,
  'create schema monitoring',
  'create table monitoring.samples (at timestamptz)',
  'create table public.samples_of_the_administrator (at timestamptz)',
  'create view public.slow_statements as select * from pg_stat_statements',
  'create extension pg_buffercache',
  `grant select on organizations to pg_monitor`,
  `alter default privileges for role ${role} in schema public grant select on tables to pg_monitor`,
  'create publication copies for table organizations',
]

const environmentOf = (url: string) => ({
  DATABASE_URL: url,
  DATA_DIR: folder,
  SECRET_KEY: '11'.repeat(32),
  LOG_LEVEL: 'silent',
})
const schemaOf = (url: string) =>
  runOn(url, async (query) => {
    const relations = await query(`select relname, relkind from pg_class
      where relnamespace = 'public'::regnamespace and relname not in ('pg_stat_statements', 'pg_stat_statements_info',
        'pg_buffercache', 'slow_statements', 'samples_of_the_administrator') order by relname`)
    const routines = await query(`select proname from pg_proc
      where pronamespace = 'public'::regnamespace and not exists
        (select from pg_depend where objid = pg_proc.oid and deptype = 'e') order by proname`)
    const checks = await query(`select conname, pg_get_constraintdef(oid) as definition from pg_constraint
      where connamespace = 'public'::regnamespace order by conname, definition`)
    const triggers = await query(`select tgname from pg_trigger where not tgisinternal order by tgname`)
    return [relations.rows, routines.rows, checks.rows, triggers.rows]
  })

async function createFilled(isMonitored: boolean) {
  const source = await createOwned()
  await runCommand(migrate, [], environmentOf(source.url))
  await runOn(source.url, async (query) => {
    await query(
      `insert into organizations (id, name, key_mark, created_at) values (gen_random_uuid(), 'Acme', 'aaaaaa', now())`,
    )
    await query('update event_counter set last_sequence = 4670')
  })
  if (isMonitored) await bySuperuser(source.url, MONITORING(source.role))
  return source
}

/** Writes a dump as the CronJob of `deploy` does, with a folder of this test for each of its volumes. */
async function dumpByCronJob(url: string): Promise<string> {
  const here = await mkdtemp(join(folder, 'job-'))
  for (const name of ['secrets', 'backups']) await mkdir(join(here, name))
  await writeFile(join(here, 'secrets/database-url'), `${url}\n`)
  const [shell = '', ...args] = readBackupJob().container.command.map((text) =>
    text.replaceAll(/\/(?=secrets\b|backups\b)/g, `${here}/`),
  )
  const { status, stderr } = spawnSync(shell, args, { timeout: 120_000 })
  expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' })
  const written = await readdir(join(here, 'backups'))
  expect(written).toEqual([expect.stringMatching(/^latchkey-\d{4}-\d\d-\d\d-\d{6}\.dump$/)])
  return join(here, 'backups', written[0] ?? '')
}

async function writeDump(dump: Case['dump'], source: { url: string; role: string }): Promise<string> {
  if (dump === 'by the CronJob') return dumpByCronJob(source.url)
  const file = join(folder, `${randomBytes(6).toString('hex')}.dump`)
  if (dump === 'by backup') await runCommand(backup, [file], environmentOf(source.url))
  else {
    const whole = replaceDatabase(POSTGRES, source.role)
    const args = ['--format=custom', `--file=${file}`, `--dbname=${whole}`]
    // pg_dump waits for locks. No limit of a test applies to a call that blocks the thread.
    const dumped = spawnSync('pg_dump', args, { timeout: 120_000 })
    expect(dumped.error).toBeUndefined()
    expect(String(dumped.stderr)).toBe('')
  }
  return file
}

type Case = {
  source: 'plain' | 'monitored'
  dump: 'by backup' | 'by the CronJob' | 'of the whole database'
  target: 'empty' | 'monitored'
}
const CASES: Case[] = [
  { source: 'plain', dump: 'by backup', target: 'empty' },
  { source: 'plain', dump: 'by the CronJob', target: 'empty' },
  { source: 'monitored', dump: 'by backup', target: 'empty' },
  { source: 'monitored', dump: 'by backup', target: 'monitored' },
  { source: 'monitored', dump: 'of the whole database', target: 'empty' },
  { source: 'monitored', dump: 'of the whole database', target: 'monitored' },
]

describe.skipIf(POSTGRES === '' || !hasPrograms)('a dump of Postgres', () => {
  test.each(CASES)(
    'param: a $source database, dumped $dump → restored by another role into a database that is $target',
    async (of) => {
      const source = await createFilled(of.source === 'monitored')
      const file = await writeDump(of.dump, source)
      const target = await createOwned()
      if (of.target === 'monitored') {
        await bySuperuser(target.url, ['create extension pg_stat_statements', 'create extension pg_trgm'])
      }
      const before = BigInt(Date.now()) * 1_000n
      await runCommand(restore, [file], environmentOf(target.url))
      expect(await schemaOf(target.url)).toEqual(await schemaOf(source.url))
      const checked = await runCommand(migrate, ['--check'], environmentOf(target.url))
      expect(checked).toMatchObject({ failed: false, answer: 'The database is up to date.' })
      const { rows } = await runOn(target.url, (query) =>
        query('select name, last_sequence from organizations, event_counter'),
      )
      expect(rows).toMatchObject([{ name: 'Acme' }])
      expect(BigInt(rows[0].last_sequence)).toBeGreaterThanOrEqual(before)
      await expect(runCommand(restore, [file], environmentOf(target.url))).rejects.toThrow('has tables')
    },
  )

  test('behavior: a role that may not add pg_trgm → restored without the search indexes', async () => {
    const source = await createFilled(false)
    const file = join(folder, 'untrusted.dump')
    await runCommand(backup, [file], environmentOf(source.url))
    const target = await createOwned()
    const database = new URL(target.url).pathname.slice(1)
    await bySuperuser(target.url, [
      `alter database ${database} owner to current_user`,
      `grant all on schema public to ${target.role}`,
    ])
    await runCommand(restore, [file], environmentOf(target.url))
    const { rows } = await runOn(target.url, (query) =>
      query(
        `select to_regclass('wallets_search') is null as without, to_regclass('wallets_newest') is not null as others`,
      ),
    )
    expect(rows).toEqual([{ without: true, others: true }])
  })
})
