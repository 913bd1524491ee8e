import { sql, type Kysely } from 'kysely'

/** Policy signers at a remote signer, which co-signs a call after the call was stored (profile 14). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Null: the key is at the remote signer.
  `alter table policy_signers alter column private_key_box drop not null`,
  // Two organizations never share an account: each would co-sign by its own policies alone.
  `create unique index policy_signers_address on policy_signers (address)`,
  // Null: the call is stored, and its co-signature is not made yet.
  `alter table co_signatures alter column co_signature drop not null`,
]
