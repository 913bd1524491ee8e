import { sql, type Kysely } from 'kysely'

/** A prefix of a coordinate is enough to identify a wallet's key, and halves the size of the index. */
const DEFINITION = `on transactions (wallet_address, left(key_qx, 16), created_at desc) where key_qx is not null`

/** Index for the last use of each key of a wallet. It is built concurrently, so writers do not wait for it. */
export async function up(db: Kysely<never>): Promise<void> {
  // An aborted attempt leaves an invalid index, which is dropped first.
  await sql`drop index concurrently if exists transactions_of_key`.execute(db)
  await sql.raw(`create index concurrently transactions_of_key ${DEFINITION}`).execute(db)
}
