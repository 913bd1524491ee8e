import * as z from 'zod/mini'
import { sql } from 'kysely'
import { beginFrame, eventFrame } from '#server-kit/live/event-frame.ts'
import { lastEventId, SEQUENCE, streamResponse } from '#server-kit/live/event-stream.ts'
import { createOpenStreams, type OpenStreams } from '#server-kit/live/open-streams.ts'
import type { BffContext, Route, Asked } from '#bff/context.ts'
import { bffError } from '#bff/http/exchange.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { sessionsInForce } from '#server-kit/sessions/sessions-in-force.ts'

/** Short, so that viewers do not notice a restart of the server. */
const RETRY_MS = 500

const sequenceSchema = z.string().check(z.regex(SEQUENCE, 'must be the id of an event of this stream'))
const input = { query: z.strictObject({ afterSequence: z.optional(sequenceSchema) }) }

/**
 * `GET /api/live`: the organization's events for a signed-in administrator's open pages, as server-sent events.
 * Next to the events: `state` (`{ state }`, how current this is), `changed` (another session changed something here) and
 * `reset` (events were missed); after both the page reads again. Ends within seconds when the session ends.
 */
export function liveRoutes(ctx: BffContext): Route[] {
  return [sessionRoute(ctx)('GET', '/api/live', input, streamLive)]
}

function streamLive({ ctx, exchange, session, query }: Asked<typeof input>): Response {
  const { raw } = exchange.req
  // The answer to a HEAD has no body.
  if (raw.method !== 'GET') throw bffError('METHOD_NOT_ALLOWED', 'GET', { headers: { allow: 'GET' } })
  const afterSequence = lastEventId(raw.headers, query.afterSequence)
  const organizationId = session.organization.id
  let isOver = false
  let leave: () => void = () => undefined
  const onEnd = () => {
    isOver = true
    leave()
  }
  const stream = ctx.streams.open(session.idHash, { organizationId, onEnd })
  // Before the first connection to the service a page retains its last event id.
  stream.send(beginFrame(afterSequence, RETRY_MS))
  leave = ctx.live.subscribe({
    organizationId,
    listener: {
      afterSequence,
      onBegin: (sequence) => stream.send(beginFrame(sequence, RETRY_MS)),
      onChange: (bySession) => {
        if (bySession !== session.idHash) stream.send(eventFrame({ event: 'changed', data: {} }))
      },
      onState: (state) => stream.send(eventFrame({ event: 'state', data: { state } })),
      onReset: () => stream.send(eventFrame({ event: 'reset', data: {} })),
      onEvent: (event) =>
        stream.sendEvent(eventFrame({ id: event.sequence, event: event.type, data: event })),
    },
  })
  // The listener may have been flooded and ended.
  if (isOver) leave()
  return streamResponse(stream)
}

/** Tabs of one browser, and a few recently closed ones. */
const STREAMS_OF_SESSION_MAX = 12

/** Signed-in administrators' open pages. Reading does not extend a session. */
export function createSessionStreams(ctx: Pick<BffContext, 'db' | 'clock' | 'log'>): OpenStreams {
  const inForce = (hashes: readonly string[]) => {
    const now = sql`${ctx.clock.now()}::timestamptz`
    const isInForce = sql<boolean>`idle_expires_at > ${now} and absolute_expires_at > ${now}`
    return sessionsInForce({ db: ctx.db, table: 'bff_session', isInForce }, hashes)
  }
  return createOpenStreams({ perOwnerMax: STREAMS_OF_SESSION_MAX, inForce, log: ctx.log })
}
