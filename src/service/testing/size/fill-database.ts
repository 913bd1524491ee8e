import { randomBytes } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#service/db/database.ts'
import { auditRows } from './audit-rows.ts'
import { DAYS, type Size } from './counts.ts'
import { eventRows } from './event-rows.ts'
import { holdingRows } from './holding-rows.ts'
import { requestRows } from './request-rows.ts'
import { transactionRows } from './transaction-rows.ts'
import { walletRows } from './wallet-rows.ts'

/** Number of fifteen-minute periods. A person has that long for a decision. */
const IN_FIFTEEN_MINUTES = DAYS * 24 * 4
const NOISE_BYTES = 3_000

/**
 * Fills the tables that grow, by SQL. Seven tenths of the rows belong to one organization, one tenth to
 * another, the rest to many small ones. References are not checked meanwhile, and the indexes are created at
 * the end, as when a backup is restored.
 */
export async function fillDatabase(
  db: Database,
  size: Size,
  note: (line: string) => void = () => undefined,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    for (const setting of SETTINGS) await sql`${sql.raw(setting)}`.execute(connection)
    for (const made of namings(size)) await made.execute(connection)
    const indexes = await dropIndexes(connection)
    const all = [walletRows, transactionRows, eventRows, requestRows, holdingRows, auditRows]
    for (const { table, insert } of all.flatMap((rows) => rows(size))) {
      const startedAt = performance.now()
      const { numAffectedRows = 0n } = await insert.execute(connection)
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      note(`${table}: ${numAffectedRows} rows in ${seconds} s`)
    }
    const startedAt = performance.now()
    for (const definition of indexes) await sql`${sql.raw(definition)}`.execute(connection)
    note(`${indexes.length} indexes in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
    await sql`vacuum analyze`.execute(connection)
    await sql`reset all`.execute(connection)
  })
}

const SETTINGS = [
  'set statement_timeout = 0',
  'set session_replication_role = replica',
  `set maintenance_work_mem = '1GB'`,
  `set work_mem = '256MB'`,
]

/** Drops all indexes but those of constraints. Returns the statements that create them again. */
async function dropIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select index.relname as name, pg_get_indexdef(index.oid) as definition
    from pg_index join pg_class as index on index.oid = indexrelid
    where index.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.map(({ definition }) => definition)
}

/**
 * Functions that name rows by their numbers, so that a table can refer to another without reading it. Wallets
 * and transactions are numbered from 1, oldest first. Five wallets of the large organization make a tenth of
 * all transactions.
 */
function namings({ wallets, transactions, organizations, large, medium }: Size): RawBuilder<unknown>[] {
  const [walletCount, count, others] = [wallets, transactions, organizations].map((one) => sql.lit(one))
  const noise = sql.lit(`\\x${randomBytes(NOISE_BYTES).toString('hex')}`)
  return [
    sql`create function size_uuid(kind text, number bigint) returns uuid immutable parallel safe
      return overlay(overlay(md5(kind || ' ' || number) placing '4' from 13) placing '8' from 17)::uuid`,
    sql`create function size_hash(kind text, number bigint) returns text immutable parallel safe
      return '0x' || md5(kind || ' ' || number) || md5(number || ' ' || kind)`,
    sql`create function size_hex(seed bigint, bytes integer) returns text immutable parallel safe
      return encode(substring(${noise}::bytea from 1 + (seed * 7919 % 1500)::integer for bytes), 'hex')`,
    sql`create function size_address(kind text, number bigint) returns text immutable parallel safe
      return '0x' || substr(md5(kind || ' ' || number), 1, 32) || lpad(to_hex(number), 8, '0')`,
    sql`create function size_organization(wallet bigint) returns uuid immutable parallel safe
      return case when wallet % 10 < 7 then ${sql.lit(large.id)}::uuid
        when wallet % 10 = 7 then ${sql.lit(medium.id)}::uuid
        else size_uuid('organization', (wallet / 10) % ${others}) end`,
    sql`create function size_key(wallet bigint) returns uuid immutable parallel safe
      return case when wallet % 10 < 7 then ${sql.lit(large.keyId)}::uuid
        when wallet % 10 = 7 then ${sql.lit(medium.keyId)}::uuid
        else size_uuid('key', (wallet / 10) % ${others}) end`,
    sql`create function size_wallet(transaction bigint) returns bigint immutable parallel safe
      return case when transaction % 10 = 0 then 1 + (transaction / 10) % 5
        else 1 + (hashint8(transaction) & 2147483647) % ${walletCount} end`,
    sql`create function size_ago(transaction bigint) returns interval immutable parallel safe
      return (${count} - transaction) * (interval '${sql.raw(String(DAYS))} days' / ${count})`,
    sql`create function size_state(transaction bigint) returns text immutable parallel safe
      return case when transaction > ${count} - 1000 and transaction % 50 = 23 then 'APPROVED'
        when transaction > ${count} - ${sql.lit(Math.max(500, transactions / IN_FIFTEEN_MINUTES))} and transaction % 10 = 3
          then 'PENDING_USER_APPROVAL'
        when transaction > ${count} - 100 then 'SUBMITTED'
        when transaction % 100 = 13 then 'EXPIRED'
        when transaction % 100 = 33 then 'REJECTED'
        when transaction % 100 in (53, 54) then 'FAILED'
        when transaction % 1000 = 773 then 'CANCELLED'
        else 'CONFIRMED' end`,
  ]
}
