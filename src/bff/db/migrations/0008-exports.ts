import type { Kysely } from 'kysely'

/** Lists written to files in the background, piece by piece (docs/adr/0017). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bff_export')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('bff_organization.id').onDelete('cascade'),
    )
    .addColumn('admin_id', 'text', (column) =>
      column.notNull().references('bff_admin.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('filter', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('rows', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('pages', 'integer', (column) => column.notNull())
    .addColumn('next_query', 'text')
    .addColumn('problem', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('lease_until', 'timestamptz', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('finished_at', 'timestamptz')
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('bff_export_of_admin')
    .on('bff_export')
    .columns(['admin_id', 'created_at desc'])
    .execute()
  await db.schema
    .createTable('bff_export_page')
    .addColumn('export_id', 'uuid', (column) =>
      column.notNull().references('bff_export.id').onDelete('cascade'),
    )
    .addColumn('page', 'integer', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('bff_export_page_key', ['export_id', 'page'])
    .execute()
}
