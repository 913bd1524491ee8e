import { type Kysely, type Transaction as KyselyTransaction, sql, type RawBuilder } from 'kysely'
import { apiError } from '#server-kit/http/http-error.ts'
import type { IdempotencyRow } from '#server-kit/idempotency/run-once.ts'
import type { AlertTables } from '#service/alerts/tables.ts'
import type { ApprovalTables } from '#service/approvals/tables.ts'
import type { EmailTables } from '#service/email/tables.ts'
import type { ExecutionTables } from '#service/execution/tables.ts'
import type { HoldingTables } from '#service/holdings/tables.ts'
import type { KeyTables } from '#service/keys/tables.ts'
import type { LedgerTables } from '#service/ledger/tables.ts'
import type { OrganizationTables } from '#service/organizations/tables.ts'
import type { PolicyTables } from '#service/policies/tables.ts'
import type { RelayerTables } from '#service/relayer/tables.ts'
import type { SandboxTables } from '#service/sandbox/tables.ts'
import type { TokenTables } from '#service/tokens/tables.ts'
import type { WalletTables } from '#service/wallets/tables.ts'
import type { WebhookTables } from '#service/webhooks/tables.ts'

/**
 * The service's database. The same code runs on the embedded engine and on Postgres. An open transaction has
 * this type too.
 */
export type Database = Kysely<Tables>

/**
 * An open database transaction. While it is open, the code inside must not use any other connection. The embedded
 * engine has a single connection, so a query outside the transaction would wait forever.
 */
export type Transaction = KyselyTransaction<Tables>

/** Tables that belong to no module. */
type SharedTables = {
  /** Work that a process currently holds. A lease expires by the database's clock. */
  leases: {
    name: string
    owner: string
    expires_at: Date
  }
  /** A single row with the id 1. */
  deployment: {
    id: number
    /** Id of the key that seals secrets at rest (`secretKeyId`). Reveals nothing about the key. */
    secret_key_id: string
    created_at: Date
  }
  idempotency_keys: IdempotencyRow & { organization_id: string }
}

/** Every table of the service. Each module declares its own. */
export type Tables = OrganizationTables &
  SharedTables &
  KeyTables &
  EmailTables &
  WalletTables &
  TokenTables &
  RelayerTables &
  LedgerTables &
  PolicyTables &
  ExecutionTables &
  AlertTables &
  SandboxTables &
  HoldingTables &
  ApprovalTables &
  WebhookTables

/**
 * The database's current time. The times of approvals are set by this clock and compared with it, so processes
 * with different clocks make the same decisions (ADR 0011).
 */
export const databaseNow: RawBuilder<Date> = sql<Date>`service_now()`

/** A time in some seconds from the database's current time. Negative for the past. */
export function inSeconds(seconds: number): RawBuilder<Date> {
  return sql<Date>`(service_now() + ${seconds}::integer * interval '1 second')`
}

/**
 * SQL that inserts rows, all with the columns of the first row. There must be at least one row. All rows are one
 * parameter, so the statement is the same for any number of rows, and the embedded engine can keep it prepared.
 */
export function insertRows(table: keyof Tables, rows: readonly object[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  const name = sql.table(table)
  return sql`
    insert into ${name} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`
}

type Room = {
  table: 'organization_domains' | 'organization_tokens' | 'policies' | 'webhook_endpoints'
  max: number
  /** SQL condition for rows that are not counted. */
  except?: RawBuilder<unknown>
  refusal: string
}

/**
 * Refuses a new row if the organization already has the maximum number. Counts under a lock of the
 * organization, so the second of two simultaneous calls sees the row of the first.
 *
 * @throws CONFLICT
 */
export async function requireRoom(
  trx: Transaction,
  organizationId: string,
  { table, max, except = sql`false`, refusal }: Room,
): Promise<void> {
  await sql`select from organizations where id = ${organizationId} for no key update`.execute(trx)
  const { rows } = await sql`
    select from ${sql.table(table)} where organization_id = ${organizationId} and not ${except}`.execute(trx)
  if (rows.length >= max) throw apiError('CONFLICT', refusal)
}
