import { sql, type Kysely } from 'kysely'

/*
 * Executions that the service finds on the chain: transactions that no one asked it to execute, and executions
 * whose call could not be read. Also the checks that an execution bypassed, and the people whose approval it
 * bypassed (ADR 0010, ADR 0028).
 */

const COLUMNS = [
  `alter table transactions add column bypassed text, add column outside boolean not null default false`,
  `alter table transactions add constraint transactions_bypassed_check
    check (bypassed in ('end-user', 'administrator', 'policy')) not valid`,
  `alter table approver_mails add column executed_digest text`,
  `alter table approver_pushes add column executed_digest text`,
  `alter table approver_mails drop constraint approver_mails_kind_check`,
  `alter table approver_mails add constraint approver_mails_kind_check check (kind in
    ('invitation', 'held', 'reminder', 'passkey-added', 'passkey-removed', 'executed-unapproved')) not valid`,
]

const TABLES = [
  `create table bypassed_approvals (
    executed_digest text not null,
    approver_id uuid not null references approvers,
    noticed_at timestamptz,
    primary key (executed_digest, approver_id)
  )`,
  `create index bypassed_approvals_newest on bypassed_approvals (approver_id, noticed_at desc)
    where noticed_at is not null`,
  `create table unread_executions (
    digest text primary key,
    organization_id uuid not null references organizations,
    wallet_address text not null,
    transaction_hash text not null,
    block_number numeric(20, 0) not null,
    block_hash text not null,
    bypassed text not null check (bypassed in ('end-user', 'administrator', 'policy')),
    followed boolean not null default true,
    found_at timestamptz not null
  )`,
  `create index unread_executions_newest on unread_executions (found_at)`,
  `create index unread_executions_followed on unread_executions (block_number) where followed`,
]

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of [...COLUMNS, ...TABLES]) await sql.raw(statement).execute(db)
}
