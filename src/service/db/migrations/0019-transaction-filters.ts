import { sql, type Kysely } from 'kysely'

/**
 * What lists of transactions narrowed to a kind or a contract are found by (docs/adr/0040). Nearly all transactions are
 * transfers of coins: those are found by age, and cost nothing in the first index. Runs on Postgres 15 and later.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index transactions_by_selector
    on transactions (organization_id, lower(left(data, 10)), created_at desc, id desc)
    where lower(left(data, 10)) <> '0xa9059cbb'`.execute(db)
  await sql`create index transactions_to
    on transactions (organization_id, to_address, created_at desc, id desc)`.execute(db)
}
