import { sql, type Expression } from 'kysely'
import type { BffDatabase } from '#bff/db/database.ts'
import type { SessionEnd } from '#protocol/console/console-session.ts'

type End = { reason: Exclude<SessionEnd['reason'], 'unknown'>; by?: string }

/**
 * Ends sessions at once, in every tab, and their widget tokens. Stores the reason until their cookies expire.
 * Returns the number of sessions. Source: ADR 0020.
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

/** Returns why a cookie's session ended. The reason is `unknown` if none is stored, as for an expired session. */
export async function findSessionEnd(db: BffDatabase, idHash: string): Promise<SessionEnd> {
  const row = await db
    .selectFrom('bff_ended_session')
    .select(['reason', 'ended_by'])
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  if (row === undefined) return { reason: 'unknown' }
  return { reason: row.reason, ...(row.ended_by !== null && { by: row.ended_by }) }
}
