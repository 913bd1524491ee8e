import { sql, type Kysely } from 'kysely'

/** The passkey that made each accepted signature, and when a passkey last signed a message (profile 14, ADR 0021). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const COORDINATE = `~ '^[0-9a-f]{64}$'`

const STATEMENTS = [
  // Null in rows of earlier versions, and if another party executed the call.
  `alter table transactions add column key_number smallint, add column key_qx text, add column key_qy text`,
  `create table message_key_uses (
    wallet_address text not null check (wallet_address ~ '^0x[0-9a-f]{40}$'),
    qx text not null check (qx ${COORDINATE}),
    qy text not null check (qy ${COORDINATE}),
    used_at timestamptz not null,
    primary key (wallet_address, qx, qy)
  )`,
]
