import { sql } from 'kysely'
import type { HasClock, HasDatabase, HasLog } from '#bff/context-parts.ts'
import { createOpenStreams, type OpenStreams } from '#server-kit/live/open-streams.ts'
import { sessionsInForce } from '#server-kit/sessions/sessions-in-force.ts'

/** Maximum streams per session. Covers the tabs of a browser and a few recently closed ones. */
const STREAMS_OF_SESSION_MAX = 12

/** Streams of signed-in people's open pages. Reading a stream does not extend the session. */
export function createSessionStreams(ctx: HasClock & HasDatabase & HasLog): OpenStreams {
  const inForce = (hashes: readonly string[]) => {
    const now = sql`${ctx.clock.now()}::timestamptz`
    const isInForce = sql<boolean>`idle_expires_at > ${now} and absolute_expires_at > ${now}`
    return sessionsInForce({ db: ctx.db, table: 'bff_session', isInForce }, hashes)
  }
  return createOpenStreams({ perOwnerMax: STREAMS_OF_SESSION_MAX, inForce, log: ctx.log })
}
