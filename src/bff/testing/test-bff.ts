import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { allRoutes } from '#bff/app.ts'
import { createContext } from '#bff/create-context.ts'
import { migrate } from '#bff/db/migrate.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { createBff } from '#bff/index.ts'
import type { BffOptions } from '#bff/options.ts'
import type { TestSchema } from '#service/testing/database-template.ts'
import { openTestDatabase } from '#service/testing/test-database.ts'
import { createUpstreamStandIn } from './upstream-stand-in.ts'

export const PUBLIC_URL = 'http://localhost:4000'
export const API_KEY = 'pk_live_Canary_KdQ7mZr2VtX9sWb4Hc6Ny1Lp8Gf3Jk5T_a1B2c3'
export const ORGANIZATION = { id: 'org-1', name: 'Demo', apiKey: API_KEY }
export const SHOP = 'http://shop.localhost:4001'

export type TestBff = Awaited<ReturnType<typeof startTestBff>>

const BFF_TABLES: TestSchema = {
  folder: new URL('../db/', import.meta.url),
  migrate: (db) => migrate(db.$extendTables<BffTables>()),
}

/** The BFF on a fresh database, with a stand-in for the service. */
export async function startTestBff(options: Partial<BffOptions> = {}) {
  // One database for the whole product, opened in the same way as by the command line.
  const opened = await openTestDatabase(BFF_TABLES)
  const db = opened.db.$extendTables<BffTables>()
  const upstream = createUpstreamStandIn()
  const logs: string[] = []
  let now = Date.parse('2026-11-21T10:00:00.000Z')
  const defaults: BffOptions = {
    upstreamFetch: (request) => upstream.fetch(request),
    upstreamBaseUrl: `${PUBLIC_URL}/v1/baas`,
    db,
    publicUrl: PUBLIC_URL,
    secretKey: randomBytes(32),
    clock: { now: () => new Date(now) },
    log: pino({ level: 'trace' }, { write: (line: string) => void logs.push(line) }),
    consoleDir: '/nonexistent/console',
    widgetDir: '/nonexistent/widget',
    hostedUpstream: false,
    checksAnswers: true,
    ...options,
  }
  const bff = createBff(defaults)
  await bff.migrate()
  const ctx = createContext(defaults)
  return {
    bff,
    db,
    upstream,
    routes: allRoutes(ctx),
    /**
     * Context for operations that a test runs without the BFF's routes. It has the same database, and its own rate
     * limits and streams.
     */
    ctx,
    /** Advances the clock. */
    pass: (seconds: number) => void (now += seconds * 1000),
    logs,
    /** Creates a BFF on the same database with other options. */
    another: (other: Partial<BffOptions>) => createBff({ ...defaults, ...other }),
    /** Empties the tables and stores the organization again. */
    async reset() {
      await deleteEverything(db)
      upstream.reset()
      logs.length = 0
      // Rate limits live in the process, so the next test starts an hour later.
      now += 3_600_000
      await bff.ensureOrganization(ORGANIZATION)
    },
    /** Audit log entries with actions that start with `action`, in order. */
    audited: (action: string) =>
      db
        .selectFrom('bff_audit_entry')
        .selectAll()
        .where('action', 'like', `${action}%`)
        .orderBy('sequence')
        .execute(),
    close: () => opened.close(),
  }
}

/**
 * Deletes all rows except the audit log. `truncate` is slower, because it creates new files per table and index.
 */
async function deleteEverything(db: Kysely<BffTables>): Promise<void> {
  await sql`with
    widget_sessions as (delete from bff_widget_session),
    integrations as (delete from bff_integration),
    passkeys as (delete from bff_wallet_passkey),
    addresses as (delete from bff_saved_address),
    hosted_transactions as (delete from bff_hosted_transaction),
    hosted_upstreams as (delete from bff_hosted_upstream),
    setup_links as (delete from bff_setup_link),
    ceremonies as (delete from bff_ceremony),
    ended_sessions as (delete from bff_ended_session),
    account_mails as (delete from bff_account_mail),
    admins as (delete from bff_admin)
    delete from bff_organization`.execute(db)
}
