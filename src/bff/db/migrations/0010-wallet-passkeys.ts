import type { Kysely } from 'kysely'

/** A passkey's user handle, by which a new device tells its wallet, and since when a passkey is known to be the one that counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('bff_wallet_passkey')
    .addColumn('user_handle', 'text')
    .addColumn('obeyed_at', 'timestamptz')
    .execute()
}
