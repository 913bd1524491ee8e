import { sql, type Kysely } from 'kysely'

/** People, their memberships with roles, invitations, several passkeys, step-up prompts (docs/adr/0044). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMembers(db)
  await createInvitations(db)
  await extendPasskeys(db)
  await extendSessions(db)
}

async function createMembers(db: Kysely<unknown>) {
  await db.schema
    .createTable('bff_member')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('bff_organization.id').onDelete('cascade'),
    )
    .addColumn('admin_id', 'text', (column) =>
      column.notNull().references('bff_admin.id').onDelete('cascade'),
    )
    .addColumn('role', 'text', (column) =>
      column.notNull().check(sql`role in ('owner', 'admin', 'operator', 'read-only')`),
    )
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('entered_at', 'timestamptz')
    .addPrimaryKeyConstraint('bff_member_key', ['organization_id', 'admin_id'])
    .execute()
  await db.schema.createIndex('bff_member_of_admin').on('bff_member').column('admin_id').execute()
  // Whoever was there could do everything.
  await sql`
    insert into bff_member (organization_id, admin_id, role, created_at)
    select organization_id, id, 'owner', created_at from bff_admin`.execute(db)
}

async function createInvitations(db: Kysely<unknown>) {
  await db.schema
    .createTable('bff_invitation')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('bff_organization.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('invited_by', 'text', (column) => column.notNull())
    .addColumn('invited_by_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('used_at', 'timestamptz')
    .addColumn('revoked_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('bff_invitation_newest')
    .on('bff_invitation')
    .columns(['organization_id', 'created_at'])
    .execute()
}

async function extendPasskeys(db: Kysely<unknown>) {
  await db.schema
    .alterTable('bff_admin_passkey')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo('Passkey'))
    .execute()
  await db.schema
    .createIndex('bff_admin_passkey_of_admin')
    .on('bff_admin_passkey')
    .column('admin_id')
    .execute()
  await db.schema.alterTable('bff_ceremony').dropConstraint('bff_ceremony_kind_check').execute()
  await db.schema
    .alterTable('bff_ceremony')
    .addCheckConstraint('bff_ceremony_kind', sql`kind in ('setup', 'sign-in', 'join', 'add-passkey')`)
    .execute()
  await db.schema
    .alterTable('bff_ceremony')
    .addColumn('admin_id', 'text', (column) => column.references('bff_admin.id').onDelete('cascade'))
    .execute()
}

async function extendSessions(db: Kysely<unknown>) {
  // A session is for one organization at a time. Those of before had one to be for.
  await db.schema
    .alterTable('bff_session')
    .addColumn('organization_id', 'text', (column) =>
      column.references('bff_organization.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', (column) => column.notNull().defaultTo(sql`gen_random_uuid()::text`))
    .addColumn('user_agent', 'text')
    .addColumn('ip_address', 'text')
    .execute()
  await sql`
    update bff_session set organization_id = bff_admin.organization_id
    from bff_admin where bff_admin.id = bff_session.admin_id`.execute(db)
  await db.schema
    .alterTable('bff_session')
    .alterColumn('organization_id', (column) => column.setNotNull())
    .execute()
  await db.schema
    .createIndex('bff_session_of_admin')
    .on('bff_session')
    .columns(['admin_id', 'organization_id'])
    .execute()
  await db.schema.alterTable('bff_admin').dropColumn('organization_id').execute()
  await db.schema
    .createTable('bff_step_up')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('session_hash', 'text', (column) =>
      column.notNull().references('bff_session.id_hash').onDelete('cascade'),
    )
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('granted_at', 'timestamptz')
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('bff_step_up_expiry').on('bff_step_up').column('expires_at').execute()
  await db.schema.createIndex('bff_step_up_session').on('bff_step_up').column('session_hash').execute()
}
