import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'

/** Returns the hashes of the sessions that are still valid, in one read, because open streams check repeatedly. */
export async function sessionsInForce(
  { db, table, isInForce }: { db: QueryExecutorProvider; table: string; isInForce: RawBuilder<boolean> },
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const found = await sql<{ id_hash: string }>`
    select id_hash from ${sql.table(table)} where id_hash in (${sql.join(hashes)}) and ${isInForce}`.execute(
    db,
  )
  return new Set(found.rows.map((row) => row.id_hash))
}
