import { sql, type Kysely } from 'kysely'

/**
 * Several people can be asked for one approval of the organization (ADR 0014). A transaction or message that was held
 * before this step has no rows in `held_approvers`: `approver_id` is then the only person asked.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table held_transactions add column approvals_required integer not null default 1`,
  `alter table held_messages add column approvals_required integer not null default 1`,
  `create table held_approvers (
    id uuid primary key default gen_random_uuid(),
    transaction_id uuid references transactions,
    message_id uuid references held_messages on delete cascade,
    approver_id uuid not null references approvers,
    place integer not null,
    name text,
    administrator_id text,
    approved boolean,
    decided_at timestamptz,
    decided_with text,
    comment text,
    check (num_nonnulls(transaction_id, message_id) = 1),
    check (num_nonnulls(approved, decided_at) <> 1)
  )`,
  `create unique index held_approvers_of_transaction on held_approvers (transaction_id, approver_id)
    where transaction_id is not null`,
  `create unique index held_approvers_of_message on held_approvers (message_id, approver_id)
    where message_id is not null`,
  `create index held_approvers_of_approver on held_approvers (approver_id)`,
]
