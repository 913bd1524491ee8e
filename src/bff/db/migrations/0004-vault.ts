import { sql, type Kysely } from 'kysely'

/** Keys of a hosted service that an administrator keeps here, and which scopes they were seen to have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bff_vault_key')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('bff_organization.id'))
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('start', 'text', (column) => column.notNull())
    .addColumn('key_sealed', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('bff_vault_key_organization')
    .on('bff_vault_key')
    .column('organization_id')
    .execute()
  await db.schema
    .createTable('bff_key_scope')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('bff_organization.id'))
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('held', 'boolean', (column) => column.notNull())
    .addColumn('learnt_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('bff_key_scope_key', ['organization_id', 'key_id', 'scope'])
    .execute()
  await sql`alter table bff_organization
    add column configured_key_sealed text,
    add column chosen_key_id text references bff_vault_key`.execute(db)
}
