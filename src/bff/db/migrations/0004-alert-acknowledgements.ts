import { sql, type Kysely } from 'kysely'

/** Alerts that a member has acknowledged for the organization (ADR 0028). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(ACKNOWLEDGEMENTS).execute(db)
}

/** An alert that is raised again has another id. */
const ACKNOWLEDGEMENTS = `create table bff_alert_acknowledgement (
  organization_id text not null references bff_organization on delete cascade,
  alert_id text not null,
  admin_name text not null,
  acknowledged_at timestamptz not null,
  primary key (organization_id, alert_id)
)`
