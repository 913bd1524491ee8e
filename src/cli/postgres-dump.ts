import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Database,
  listUnreadable,
  PROGRAM_OPTIONS,
  readDatabaseHost,
  SEARCH_INDEXES,
} from '#service/index.ts'
import { runProgram } from './run-program.ts'

/** Schema of all tables of Latchkey. */
const SCHEMA = 'public'
/**
 * Options that omit everything that belongs to the operator of the server. Restoring such entries needs rights that
 * the service's role does not have.
 */
const ONLY_OURS = [
  '--no-owner',
  '--no-privileges',
  '--no-comments',
  '--no-publications',
  '--no-security-labels',
  '--no-subscriptions',
  '--no-tablespaces',
]
/**
 * Entries of a dump that are restored, by kind: all entries of the kind, or only those with these names. Extensions
 * and schemas are left out. An operator's views and functions may need extensions.
 */
const RESTORED: Readonly<Record<string, 'all' | readonly string[]>> = {
  TABLE: 'all',
  'TABLE DATA': 'all',
  SEQUENCE: 'all',
  'SEQUENCE SET': 'all',
  'SEQUENCE OWNED BY': 'all',
  DEFAULT: 'all',
  CONSTRAINT: 'all',
  'CHECK CONSTRAINT': 'all',
  'FK CONSTRAINT': 'all',
  INDEX: 'all',
  VIEW: ['organization_allowed_tokens'],
  FUNCTION: [
    'service_now()',
    'event_history()',
    'bff_audit_refuse()',
    'keep_open_relayed_transactions()',
    'keep_pending_deliveries()',
    'keep_submitted_transactions()',
  ],
  // Triggers are listed by the table to which they belong.
  TRIGGER: ['bff_audit_entry', 'relayed_transactions', 'transactions', 'webhook_deliveries'],
}
const NO_PG_RESTORE =
  'The program pg_restore is not installed here (Debian: apt-get install postgresql-client).'
/** A line of `pg_restore --list`: dump id, catalog id, object id, kind, schema, and name or table. */
const ENTRY = /^\d+; \d+ \d+ ([A-Z ]+) (\S+) (\S+) /

/**
 * Writes Latchkey's tables to a file in the custom format of `pg_dump`. Leaves out relations that the role may not
 * read, because they are not Latchkey's.
 */
export async function dumpDatabase(databaseUrl: string, db: Database, file: string): Promise<void> {
  const others = (await listUnreadable(db)).map((name) => `--exclude-table=${SCHEMA}."${name}"`)
  const options = ['--format=custom', `--schema=${SCHEMA}`, ...ONLY_OURS, ...others, `--file=${file}`]
  await runProgram('pg_dump', options, {
    environment: postgresEnvironment(databaseUrl),
    missing:
      'The program pg_dump is not installed here (Debian: apt-get install postgresql-client). You can also dump Postgres in another way.',
  })
}

/**
 * Restores Latchkey's tables from a dump of a whole database or of `dumpDatabase`. The search indexes are left
 * out, because they need an extension.
 */
export async function restoreDump(file: string, databaseUrl: string): Promise<void> {
  const environment = postgresEnvironment(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-restore-'))
  try {
    const list = join(folder, 'entries')
    await writeFile(list, (await listEntries(file)).join('\n'))
    const options = ['--exit-on-error', '--single-transaction', ...ONLY_OURS, `--use-list=${list}`]
    await runProgram('pg_restore', [...options, `--dbname=${environment.PGDATABASE}`, file], {
      environment,
      missing: NO_PG_RESTORE,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Lists the entries of a dump that are restored, as `pg_restore --use-list` reads them. */
export async function listEntries(file: string): Promise<string[]> {
  const entries = await runProgram('pg_restore', ['--list', file], { missing: NO_PG_RESTORE })
  return entries.split('\n').filter(isOurs)
}

function isOurs(line: string): boolean {
  const [, kind = '', schema = '', name = ''] = ENTRY.exec(line) ?? []
  const restored = Object.hasOwn(RESTORED, kind) ? RESTORED[kind] : []
  const isRestored = restored === 'all' || restored?.includes(name) === true
  return schema === SCHEMA && isRestored && !Object.hasOwn(SEARCH_INDEXES, name)
}

/**
 * A database as environment variables for `pg_dump` and `pg_restore`. On the command line, every user of the
 * machine could read the password.
 */
function postgresEnvironment(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const sslmode = url.searchParams.get('sslmode')
  return {
    PGHOST: readDatabaseHost(url),
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGOPTIONS: PROGRAM_OPTIONS,
    ...(sslmode !== null && { PGSSLMODE: sslmode }),
  }
}
