import { sql, type Kysely } from 'kysely'

/** What a transaction's timeline and the lists of those that came to nothing are found by. Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index events_of_transaction on events ((data ->> 'transactionUuid'))`.execute(db)
  // Most are confirmed: those are found by age alone, and cost nothing here.
  await sql`create index transactions_unsuccessful on transactions (organization_id, state, created_at desc, id desc)
    where state in ('FAILED', 'REJECTED', 'EXPIRED')`.execute(db)
}
