import { sql, type Kysely } from 'kysely'

/** Who named a passkey for a wallet whose creation is not known to have succeeded; of the earlier ones the first name counts, as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bff_wallet_passkey').addColumn('named_by', 'text').execute()
  await sql`
    update bff_wallet_passkey named set obeyed_at = created_at
    where not exists (
      select 1 from bff_wallet_passkey other
      where other.organization_id = named.organization_id and other.wallet_address = named.wallet_address
        and other.credential_id <> named.credential_id
        and (other.obeyed_at is not null or other.created_at < named.created_at)
    )`.execute(db)
  await sql`delete from bff_wallet_passkey where obeyed_at is null`.execute(db)
  await sql`create index bff_wallet_passkey_named on bff_wallet_passkey (created_at) where obeyed_at is null`.execute(
    db,
  )
}
