import { sql, type Expression } from 'kysely'
import type { SessionEnd } from '#protocol/console-api.ts'
import type { BffDatabase } from '#bff/context.ts'

type End = { reason: Exclude<SessionEnd['reason'], 'unknown'>; by?: string }

/**
 * Ends sessions at once, for every tab; their widget tokens end with them. Why they ended is stored until their cookies
 * end too. Returns how many there were. Source: ADR 0020.
 *
 * @param hashes The ids of the sessions, as a query for `id_hash`
 */
export async function endSessions(
  db: BffDatabase,
  hashes: Expression<{ id_hash: string }>,
  { reason, by }: End,
): Promise<number> {
  const { rows } = await sql`
    with gone as (delete from bff_session where id_hash in ${hashes} returning id_hash, absolute_expires_at)
    insert into bff_ended_session (id_hash, reason, ended_by, forget_at)
    select id_hash, ${reason}, ${by ?? null}, absolute_expires_at from gone
    on conflict (id_hash) do nothing returning id_hash`.execute(db)
  return rows.length
}

/** Why the session of a cookie ended. A session that expired, and one that is unknown for longer, have no row. */
export async function findSessionEnd(db: BffDatabase, idHash: string): Promise<SessionEnd> {
  const row = await db
    .selectFrom('bff_ended_session')
    .select(['reason', 'ended_by'])
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  if (row === undefined) return { reason: 'unknown' }
  return { reason: row.reason, ...(row.ended_by !== null && { by: row.ended_by }) }
}
