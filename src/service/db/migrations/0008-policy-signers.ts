import { sql, type Kysely } from 'kysely'

/**
 * Policy signers at a remote signer, which co-signs a call after it was stored, and their objections to
 * removals (profile 14).
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const ADDRESS = `~ '^0x[0-9a-f]{40}$'`

const STATEMENTS = [
  // Null if the key is at the remote signer.
  `alter table policy_signers alter column private_key_box drop not null`,
  // Two organizations never share an account, because each would co-sign by its own policies alone.
  `create unique index policy_signers_address on policy_signers (address)`,
  // Null while the call is stored without its co-signature.
  `alter table co_signatures alter column co_signature drop not null`,
  `create table removal_objections (
    wallet_address text not null check (wallet_address ${ADDRESS}),
    removal_ends_at numeric(20, 0) not null,
    organization_id uuid not null references organizations,
    co_signer text not null check (co_signer ${ADDRESS}),
    funding_id uuid references relayed_transactions,
    attempts integer not null default 0,
    due_at timestamptz not null default service_now(),
    done_at timestamptz,
    created_at timestamptz not null default service_now(),
    primary key (wallet_address, removal_ends_at)
  )`,
  `create index removal_objections_due on removal_objections (due_at) where done_at is null`,
]
