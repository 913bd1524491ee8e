import { sql } from 'kysely'
import { createOpenStreams, type OpenStreams } from '#server-kit/live/open-streams.ts'
import { sessionsInForce } from '#server-kit/sessions/sessions-in-force.ts'
import type { BffContext } from '#bff/context.ts'

/** Tabs of one browser, and a few that it has just left. */
const STREAMS_OF_SESSION_MAX = 12

/** The open pages of signed-in administrators. Reading does not keep a session alive: only what they do. */
export function createSessionStreams(ctx: Pick<BffContext, 'db' | 'clock' | 'log'>): OpenStreams {
  const inForce = (hashes: readonly string[]) => {
    const now = sql`${ctx.clock.now()}::timestamptz`
    const isInForce = sql<boolean>`idle_expires_at > ${now} and absolute_expires_at > ${now}`
    return sessionsInForce({ db: ctx.db, table: 'bff_session', isInForce }, hashes)
  }
  const onTrouble = (cause: unknown) =>
    ctx.log.warn({ err: cause }, 'it could not be checked whose streams may go on')
  return createOpenStreams({ perOwnerMax: STREAMS_OF_SESSION_MAX, inForce, onTrouble })
}
