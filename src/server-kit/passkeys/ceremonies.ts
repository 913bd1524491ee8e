import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import { CEREMONY_SECONDS } from './relying-party.ts'

/**
 * A table with `id_hash`, `kind`, `challenge`, `expires_at`, and further columns for the purpose of the passkey
 * prompt.
 */
export type Ceremonies = { db: QueryExecutorProvider; table: string; now: RawBuilder<Date> }

/** Stores a challenge. Returns a secret, which the response to the challenge has to name. */
export async function beginCeremony(
  { db, table, now }: Ceremonies,
  purpose: { kind: string; challenge: string } & Record<string, string | null>,
): Promise<string> {
  const id = newSecret()
  const name = sql.table(table)
  const columns = Object.keys(purpose).map((column) => sql.ref(column))
  const until = sql`(${now} + ${CEREMONY_SECONDS}::integer * interval '1 second')`
  await sql`delete from ${name} where expires_at <= ${now}`.execute(db)
  await sql`
    insert into ${name} (id_hash, expires_at, ${sql.join(columns)})
    values (${hashSecret(id)}, ${until}, ${sql.join(Object.values(purpose))})`.execute(db)
  return id
}

/** Deletes and returns the ceremony, so that its challenge is used at most once. Undefined if it has expired. */
export async function takeCeremony<Ceremony>(
  { db, table, now }: Ceremonies,
  id: string,
  kind: string,
): Promise<Ceremony | undefined> {
  const taken = await sql<Ceremony>`
    delete from ${sql.table(table)}
    where id_hash = ${hashSecret(id)} and kind = ${kind} and expires_at > ${now}
    returning *`.execute(db)
  return taken.rows[0]
}
