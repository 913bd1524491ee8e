import type { Kysely } from 'kysely'

/** Names that an organization gives to addresses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bff_saved_address')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('bff_organization.id'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('saved_by', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('bff_saved_address_key', ['organization_id', 'address'])
    .execute()
}
