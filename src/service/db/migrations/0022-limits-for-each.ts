import { sql, type Kysely } from 'kysely'

/**
 * Limits that one cannot use up for another (docs/adr/0063): wrong codes are counted for whoever guesses, and the gas of
 * a wallet's day is summed from what was relayed for it. Runs on Postgres 15 and later.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table verification_guards
    add column guesser text not null default '',
    drop constraint verification_guards_pkey,
    add primary key (organization_id, guesser)`.execute(db)
  await sql`create index relayed_for_wallet_by_day
    on relayed_transactions (organization_id, to_address, gas_day)
    where purpose = 'transaction'`.execute(db)
}
