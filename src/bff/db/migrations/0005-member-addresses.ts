import { sql, type Kysely } from 'kysely'

/**
 * Email addresses by which a member is recognized as the approver whom a policy names (ADR 0020). Used invitations of
 * earlier versions name no member, so only the addresses of alert mails are known of earlier members.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(ADDRESSES).execute(db)
  await sql.raw(EARLIER).execute(db)
}

/** An address stays when the member uses another one, and ends with the membership. */
const ADDRESSES = `create table bff_member_address (
  organization_id text not null,
  admin_id text not null,
  email text not null,
  source text not null check (source in ('invitation', 'alerts', 'policy')),
  primary key (organization_id, admin_id, email),
  foreign key (organization_id, admin_id) references bff_member on delete cascade
)`

const EARLIER = `insert into bff_member_address (organization_id, admin_id, email, source)
  select organization_id, admin_id, alert_email, 'alerts' from bff_member where alert_email <> ''`
