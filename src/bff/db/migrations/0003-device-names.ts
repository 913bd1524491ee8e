import { sql, type Kysely } from 'kysely'

/** Device names, by which a person distinguishes the passkeys of a wallet (profile 2). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(`alter table bff_wallet_passkey add column name text`).execute(db)
}
