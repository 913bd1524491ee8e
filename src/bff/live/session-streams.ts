import { createOpenStreams, type OpenStreams } from '#server-kit/live/open-streams.ts'
import type { BffContext } from '#bff/context.ts'

/** Tabs of one browser, and a few that it has just left. */
const STREAMS_OF_SESSION_MAX = 12

/** The open pages of signed-in administrators. Reading does not keep a session alive: only what they do. */
export function createSessionStreams(ctx: Pick<BffContext, 'db' | 'clock' | 'log'>): OpenStreams {
  const inForce = async (hashes: readonly string[]) => {
    const now = ctx.clock.now()
    const rows = await ctx.db
      .selectFrom('bff_session')
      .select('id_hash')
      .where('id_hash', 'in', hashes)
      .where('idle_expires_at', '>', now)
      .where('absolute_expires_at', '>', now)
      .execute()
    return new Set(rows.map((row) => row.id_hash))
  }
  const onTrouble = (cause: unknown) =>
    ctx.log.warn({ err: cause }, 'it could not be checked whose streams may go on')
  return createOpenStreams({ perOwnerMax: STREAMS_OF_SESSION_MAX, inForce, onTrouble })
}
