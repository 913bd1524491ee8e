import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createPeople(db)
  await createSessions(db)
  await createIntegrations(db)
}

async function createPeople(db: Kysely<unknown>) {
  await db.schema
    .createTable('bff_organization')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('api_key_sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('bff_admin')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('bff_organization.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('user_handle', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('bff_admin_passkey')
    .addColumn('credential_id', 'text', (column) => column.primaryKey())
    .addColumn('admin_id', 'text', (column) =>
      column.notNull().references('bff_admin.id').onDelete('cascade'),
    )
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', sql`text[]`, (column) => column.notNull())
    .addColumn('backed_up', 'boolean', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_used_at', 'timestamptz')
    .execute()
}

async function createSessions(db: Kysely<unknown>) {
  await db.schema
    .createTable('bff_setup_link')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('used_at', 'timestamptz')
    .execute()
  await db.schema
    .createTable('bff_ceremony')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('setup', 'sign-in')`))
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('setup_token_hash', 'text')
    .addColumn('admin_name', 'text')
    .addColumn('user_handle', 'text')
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('bff_session')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('admin_id', 'text', (column) =>
      column.notNull().references('bff_admin.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('idle_expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('absolute_expires_at', 'timestamptz', (column) => column.notNull())
    .execute()
  for (const table of ['bff_ceremony', 'bff_session'] as const) {
    const column = table === 'bff_session' ? 'idle_expires_at' : 'expires_at'
    await db.schema.createIndex(`${table}_expiry`).on(table).column(column).execute()
  }
}

async function createIntegrations(db: Kysely<unknown>) {
  await db.schema
    .createTable('bff_integration')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('bff_organization.id'))
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('start', 'text', (column) => column.notNull())
    .addColumn('operations', sql`text[]`, (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('revoked_at', 'timestamptz')
    .execute()
  await db.schema
    .createTable('bff_integration_origin')
    .addColumn('integration_id', 'text', (column) =>
      column.notNull().references('bff_integration.id').onDelete('cascade'),
    )
    .addColumn('origin', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('bff_integration_origin_key', ['integration_id', 'origin'])
    .execute()
  await db.schema
    .createIndex('bff_integration_origin_by_origin')
    .on('bff_integration_origin')
    .column('origin')
    .execute()
  await createWidgetTables(db)
}

async function createWidgetTables(db: Kysely<unknown>) {
  await db.schema
    .createTable('bff_widget_session')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('bff_organization.id'))
    .addColumn('integration_id', 'text', (column) =>
      column.references('bff_integration.id').onDelete('cascade'),
    )
    .addColumn('admin_session_hash', 'text', (column) =>
      column.references('bff_session.id_hash').onDelete('cascade'),
    )
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('external_user_id', 'text')
    .addColumn('external_user_label', 'text')
    .addColumn('email', 'text')
    .addColumn('wallet_address', 'text')
    .addColumn('operations', sql`text[]`, (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addCheckConstraint(
      'bff_widget_session_one_opener',
      sql`(integration_id is null) <> (admin_session_hash is null)`,
    )
    .execute()
  for (const column of ['expires_at', 'admin_session_hash', 'integration_id'] as const) {
    await db.schema
      .createIndex(`bff_widget_session_${column}`)
      .on('bff_widget_session')
      .column(column)
      .execute()
  }
  await db.schema
    .createTable('bff_wallet_passkey')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('bff_organization.id'))
    .addColumn('wallet_address', 'text', (column) => column.notNull())
    .addColumn('credential_id', 'text', (column) => column.notNull())
    .addColumn('qx', 'text', (column) => column.notNull())
    .addColumn('qy', 'text', (column) => column.notNull())
    .addColumn('rp_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('bff_wallet_passkey_key', ['organization_id', 'wallet_address', 'credential_id'])
    .execute()
}
