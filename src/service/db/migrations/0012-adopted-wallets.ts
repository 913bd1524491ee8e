import { sql, type Kysely } from 'kysely'

/** Wallets that are on the chain without a creation in this database (ADR 0027). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Null for an adopted wallet, whose creation is unknown.
  `alter table wallets alter column relayed_id drop not null, alter column transaction_hash drop not null,
    alter column verification_id drop not null, alter column creation_hmac drop not null`,
  // After a restore or a lossy failover, the next block in which lost deployments are searched. New blocks are searched
  // until `search_until`, because a lost deployment may still wait in the node's pool.
  `create table deployment_searches (
    chain_id bigint primary key,
    next_block numeric(20, 0) not null check (next_block >= 0),
    search_until timestamptz not null default now() + interval '1 hour'
  )`,
]
