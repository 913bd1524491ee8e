import { sql, type Kysely } from 'kysely'

/** Events of administrators' accounts, mails about them (ADR 0028), and reasons why sessions ended (ADR 0020). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of [EVENTS, NEWEST, MAILS, DUE, ENDED, FORGOTTEN]) await sql.raw(statement).execute(db)
}

/** One row per organization of the person. It outlives the person, who may be removed. */
const EVENTS = `create table bff_account_event (
  id text primary key,
  organization_id text not null references bff_organization on delete cascade,
  kind text not null,
  admin_id text not null,
  admin_name text not null,
  actor json not null,
  ip_address text,
  occurred_at timestamptz not null
)`
const NEWEST = `create index bff_account_event_newest on bff_account_event (organization_id, occurred_at)`

/** Unsent mails, to the address at the time of the act. */
const MAILS = `create table bff_account_mail (
  id text primary key,
  email text not null,
  language text not null,
  kind text not null,
  facts json not null,
  created_at timestamptz not null,
  due_at timestamptz not null
)`
const DUE = `create index bff_account_mail_due on bff_account_mail (due_at)`

/** Rows are kept until the session's cookie expires. */
const ENDED = `create table bff_ended_session (
  id_hash text primary key,
  reason text not null,
  ended_by text,
  forget_at timestamptz not null
)`
const FORGOTTEN = `create index bff_ended_session_forget_at on bff_ended_session (forget_at)`
