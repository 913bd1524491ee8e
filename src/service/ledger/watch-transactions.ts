import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '#service/db/database.ts'
import type { Watch } from './tables.ts'

/** Sets whether wallets are asked about the digests of transactions, followed, or neither. `which`: SQL condition. */
export async function watchTransactions(
  trx: Database | Transaction,
  watch: Watch | null,
  which: RawBuilder<unknown>,
): Promise<void> {
  await sql`update transactions set watch = ${watch} where ${which}`.execute(trx)
}
