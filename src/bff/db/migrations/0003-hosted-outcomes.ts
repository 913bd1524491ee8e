import { sql, type Kysely } from 'kysely'

/** Outcomes of held transactions at a hosted service (docs/adr/0039). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createUpstream(db)
  await createTransactions(db)
  await createEvents(db)
}

async function createUpstream(db: Kysely<unknown>) {
  await db.schema
    .createTable('bff_hosted_upstream')
    .addColumn('organization_id', 'text', (column) => column.primaryKey().references('bff_organization.id'))
    .addColumn('hook_id', 'text', (column) => column.notNull().unique())
    .addColumn('secret_sealed', 'text')
    .addColumn('secret_set_at', 'timestamptz')
    .addColumn('webhook_heard_at', 'timestamptz')
    .addColumn('polling_heard_at', 'timestamptz')
    .addColumn('polling_lacks_at', 'timestamptz')
    .addColumn('clock_used_at', 'timestamptz')
    .execute()
}

async function createTransactions(db: Kysely<unknown>) {
  await db.schema
    .createTable('bff_hosted_transaction')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('bff_organization.id'))
    .addColumn('transaction_uuid', 'text', (column) => column.notNull())
    .addColumn('wallet_address', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('to_address', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('expiration', 'text', (column) => column.notNull())
    .addColumn('fee', 'text', (column) => column.notNull())
    .addColumn('fee_coin_address', 'text', (column) => column.notNull())
    .addColumn('fee_withdraw_address', 'text', (column) => column.notNull())
    .addColumn('held_at', 'timestamptz', (column) => column.notNull())
    .addColumn('deadline', 'timestamptz', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('transaction_hash', 'text')
    .addColumn('reason', 'text')
    .addColumn('learnt_from', 'text', (column) => column.notNull())
    .addColumn('learnt_at', 'timestamptz', (column) => column.notNull())
    .addColumn('next_look_at', 'timestamptz')
    .addColumn('looks', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('bff_hosted_transaction_key', ['organization_id', 'transaction_uuid'])
    .execute()
  await db.schema
    .createIndex('bff_hosted_transaction_newest')
    .on('bff_hosted_transaction')
    .columns(['organization_id', 'held_at', 'transaction_uuid'])
    .execute()
  await db.schema
    .createIndex('bff_hosted_transaction_look')
    .on('bff_hosted_transaction')
    .column('next_look_at')
    .where(sql<boolean>`next_look_at is not null`)
    .execute()
  await db.schema
    .createIndex('bff_hosted_transaction_waiting')
    .on('bff_hosted_transaction')
    .column('deadline')
    .where(sql<boolean>`status = 'PENDING_USER_APPROVAL'`)
    .execute()
}

async function createEvents(db: Kysely<unknown>) {
  await db.schema
    .createTable('bff_hosted_event')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('bff_organization.id'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.unique())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('transaction_uuid', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('transaction_hash', 'text')
    .addColumn('reason', 'text')
    .addColumn('occurred_at', 'timestamptz', (column) => column.notNull())
    .addColumn('received_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('bff_hosted_event_key', ['organization_id', 'id'])
    .execute()
  await db.schema
    .createIndex('bff_hosted_event_transaction')
    .on('bff_hosted_event')
    .columns(['organization_id', 'transaction_uuid'])
    .execute()
  await db.schema
    .createIndex('bff_hosted_event_received')
    .on('bff_hosted_event')
    .column('received_at')
    .execute()
  await db.schema
    .createTable('bff_hosted_sequence')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into bff_hosted_sequence (id, last) values (1, 0)`.execute(db)
}
