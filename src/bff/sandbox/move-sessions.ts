import { sql } from 'kysely'
import type { HasDatabase } from '#bff/context-parts.ts'

/** Extends all sessions by a number of seconds. */
export async function moveSessions(ctx: HasDatabase, seconds: number): Promise<void> {
  const later = (column: string) => sql<Date>`${sql.ref(column)} + ${seconds}::integer * interval '1 second'`
  await ctx.db
    .updateTable('bff_session')
    .set({
      idle_expires_at: later('idle_expires_at'),
      absolute_expires_at: later('absolute_expires_at'),
    })
    .execute()
}
