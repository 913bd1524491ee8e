import { sql, type Kysely } from 'kysely'

/** The audit log (docs/adr/0042). It refers to no other table: an entry outlives what it tells of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createEntries(db)
  await refuseChanges(db)
  await db.schema
    .createTable('bff_audit_head')
    .addColumn('organization_id', 'text', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('bff_audit_begun')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('begun_at', 'timestamptz', (column) => column.notNull())
    .execute()
}

async function createEntries(db: Kysely<unknown>) {
  await db.schema
    .createTable('bff_audit_entry')
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('occurred_at', 'timestamptz', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_name', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('target', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('ip_address', 'text')
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('bff_audit_entry_key', ['organization_id', 'sequence'])
    .execute()
  for (const column of ['actor_id', 'action', 'occurred_at'] as const) {
    await db.schema
      .createIndex(`bff_audit_entry_${column}`)
      .on('bff_audit_entry')
      .columns(['organization_id', column, 'sequence'])
      .execute()
  }
}

/** Whoever wants to change an entry has to take the trigger away first, and the chain still tells. */
async function refuseChanges(db: Kysely<unknown>) {
  await sql`create function bff_audit_refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log can only be added to' using errcode = '42501'; end $$`.execute(db)
  await sql`create trigger bff_audit_entry_kept before update or delete or truncate on bff_audit_entry
    for each statement execute function bff_audit_refuse()`.execute(db)
}
