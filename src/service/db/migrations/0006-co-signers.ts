import { sql, type Kysely } from 'kysely'

/** Co-signers: the organization's own key, its co-signatures, and the changes that the wallets report (profile 14). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const ADDRESS = `~ '^0x[0-9a-f]{40}$'`

const STATEMENTS = [
  `create table policy_signers (
    id uuid primary key,
    organization_id uuid not null unique references organizations,
    address text not null check (address ${ADDRESS}),
    private_key_box text not null,
    created_at timestamptz not null
  )`,
  `create table co_signatures (
    transaction_id uuid primary key references transactions,
    co_signature text not null check (co_signature ~ '^0x([0-9a-f]{2})+$'),
    send_after timestamptz not null
  )`,
  // A reorganization may bring the same event in another block, so the block is not part of the key.
  `create table wallet_authority_events (
    wallet_address text not null check (wallet_address ${ADDRESS}),
    transaction_hash text not null,
    log text not null,
    organization_id uuid not null references organizations,
    kind text not null,
    removal_ends_at numeric(20, 0),
    removal_is_over boolean not null default false,
    found_at timestamptz not null,
    primary key (wallet_address, transaction_hash, log)
  )`,
  // Partial index over the few removals that have not taken effect.
  `create index wallet_authority_events_removals on wallet_authority_events (removal_ends_at)
    where removal_ends_at is not null and not removal_is_over`,
  // Index for the alert about added keys, which runs each minute.
  `create index wallet_authority_events_added on wallet_authority_events (found_at) where kind = 'key-added'`,
]
