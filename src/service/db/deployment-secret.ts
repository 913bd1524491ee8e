import { sql } from 'kysely'
import { secretKeyId } from '#server-kit/secrets/secret-box.ts'
import type { Database, Transaction } from './database.ts'

const ONLY_ROW = 1

/** Thrown if the key of this process is not the key of the database. The message is for the operator. */
export class WrongSecretError extends Error {
  override name = 'WrongSecretError'
}

/**
 * Refuses a process whose SECRET_KEY differs from the database's, because the process would seal secrets that the
 * others cannot open. The first process stores the id of its key. `keys` are the same as for `openSecret`. During a
 * rotation, the old key is accepted too.
 *
 * @throws WrongSecretError
 */
export async function requireDeploymentSecret(db: Database, keys: readonly Uint8Array[]): Promise<void> {
  const [present = '', ...old] = keys.map(secretKeyId)
  await db
    .insertInto('deployment')
    .values({ id: ONLY_ROW, secret_key_id: present, created_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = await currentKeyId(db)
  if (known === present || (known !== undefined && old.includes(known))) return
  throw new WrongSecretError(
    'SECRET_KEY is not the one that this database was set up with: set that one, the same for every process. ' +
      'To change it, set SECRET_KEY to the new and SECRET_KEY_OLD to the old one and run “latchkey rotate-secret”.',
  )
}

/** The id of the key that seals secrets at rest. Undefined for a database that no process has used yet. */
export async function currentKeyId(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{
    found: boolean
  }>`select to_regclass('deployment') is not null as found`.execute(db)
  if (rows[0]?.found !== true) return undefined
  const row = await db.selectFrom('deployment').select('secret_key_id').executeTakeFirst()
  return row?.secret_key_id
}

/** Makes the new key the deployment's key as of this commit. */
export async function recordDeploymentSecret(trx: Transaction, present: Uint8Array): Promise<void> {
  await trx
    .updateTable('deployment')
    .set({ secret_key_id: secretKeyId(present) })
    .execute()
}
