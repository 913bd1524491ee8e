import { sql, type Kysely } from 'kysely'

/** Provisioning of members by the organization's identity provider (SCIM 2.0, ADR 0020). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of [CONNECTION, USER, MEMBER]) await sql.raw(statement).execute(db)
}

/** One token for each organization. */
const CONNECTION = `create table bff_scim_connection (
  organization_id text primary key references bff_organization on delete cascade,
  token_hash text not null unique,
  start text not null,
  created_by text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
)`

/** A user stays while inactive, so that the same person can return. The person may be deleted meanwhile. */
const USER = `create table bff_scim_user (
  id text primary key,
  organization_id text not null references bff_organization on delete cascade,
  user_name text not null,
  user_name_key text not null,
  external_id text,
  email text not null,
  profile json not null,
  is_active boolean not null,
  admin_id text references bff_admin on delete set null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint bff_scim_user_name unique (organization_id, user_name_key),
  constraint bff_scim_user_email unique (organization_id, email),
  constraint bff_scim_user_member unique (organization_id, admin_id)
)`
const MEMBER = `create index bff_scim_user_of_admin on bff_scim_user (admin_id)`
