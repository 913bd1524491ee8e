import { sql, type Kysely } from 'kysely'

/**
 * Approvers' wallets, which co-sign approved transactions on the chain, and the changes of co-signers and keys
 * about which end-users are notified (profile 14).
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of [...TABLES, ...COLUMNS, ...ROWS]) await sql.raw(statement).execute(db)
}

const ADDRESS = `~ '^0x[0-9a-f]{40}$'`
const HASH = `~ '^0x[0-9a-f]{64}$'`
const COORDINATE = `~ '^[0-9a-f]{64}$'`

const TABLES = [
  `create table approval_wallets (
    address text primary key check (address ${ADDRESS}),
    approver_id uuid not null references approvers,
    credential_id text not null,
    qx text not null check (qx ${COORDINATE}),
    qy text not null check (qy ${COORDINATE}),
    rp_id_hash text not null check (rp_id_hash ${HASH}),
    relayed_id uuid references relayed_transactions,
    deployed_at timestamptz,
    attempts integer not null default 0,
    due_at timestamptz not null default service_now(),
    created_at timestamptz not null default service_now()
  )`,
  `create index approval_wallets_of_approver on approval_wallets (approver_id)`,
  `create index approval_wallets_due on approval_wallets (due_at) where deployed_at is null`,
  `create table authority_changes (
    id uuid primary key default gen_random_uuid(),
    approver_id uuid not null references approvers,
    wallet_address text not null check (wallet_address ${ADDRESS}),
    kind text not null check (kind in ('removal-started', 'key-added')),
    effective_at timestamptz,
    transaction_hash text not null check (transaction_hash ${HASH}),
    log text not null,
    found_at timestamptz not null default service_now(),
    unique (wallet_address, transaction_hash, log, approver_id)
  )`,
]

const COLUMNS = [
  `alter table approvers add column wallet_address text
    constraint approvers_wallet_address_check check (wallet_address ${ADDRESS})`,
  `alter table held_messages add column co_signature text`,
  `alter table held_messages add constraint held_messages_co_signature_check
    check (co_signature is null or approved is true) not valid`,
  `alter table held_transactions add column co_signer text, add column co_signature text`,
  `alter table held_transactions add constraint held_transactions_co_signer_check
    check (co_signer ${ADDRESS}) not valid`,
  `alter table held_transactions add constraint held_transactions_co_signature_check
    check (co_signature is null or approved is true) not valid`,
  `alter table approver_ceremonies add column co_signer text, add column wallet_address text,
    add column call_expiration text`,
  `alter table approver_ceremonies drop constraint approver_ceremonies_kind_check`,
  `alter table approver_ceremonies add constraint approver_ceremonies_kind_check
    check (kind in ('enrol', 'sign-in', 'decide', 'object')) not valid`,
  `alter table approver_mails add column authority_change_id uuid`,
  `alter table approver_pushes add column authority_change_id uuid`,
  `alter table approver_mails drop constraint approver_mails_kind_check`,
  `alter table approver_mails add constraint approver_mails_kind_check check (kind in
    ('invitation', 'held', 'reminder', 'passkey-added', 'passkey-removed', 'executed-unapproved',
    'removal-started', 'key-added')) not valid`,
]

const ROWS = [
  // The former version checked the number of an approval at the end. This one checks it at the beginning, so a
  // person who began an approval must begin again.
  `delete from approver_ceremonies where kind = 'decide'`,
]
