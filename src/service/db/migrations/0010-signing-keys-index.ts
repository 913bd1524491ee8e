import { sql, type Kysely } from 'kysely'

/** The start of a coordinate tells a wallet's keys apart, and keeps the index half as large. */
const DEFINITION = `on transactions (wallet_address, left(key_qx, 16), created_at desc) where key_qx is not null`

/** Index for the last use of each key of a wallet. No writer waits for it. */
export async function up(db: Kysely<never>): Promise<void> {
  // An attempt that was broken off leaves an index that is not valid.
  await sql`drop index concurrently if exists transactions_of_key`.execute(db)
  await sql.raw(`create index concurrently transactions_of_key ${DEFINITION}`).execute(db)
}
