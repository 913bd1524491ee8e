import { sql, type Kysely } from 'kysely'

/** A wallet may have several passkeys, and a person tells their devices apart by name (profile 2). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(`alter table bff_wallet_passkey add column name text`).execute(db)
}
