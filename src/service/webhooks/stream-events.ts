import type * as z from 'zod/mini'
import type { OrganizationEvent } from '#protocol/events.ts'
import type { listEventsQuerySchema } from '#protocol/webhooks.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { beginFrame, eventFrame } from '#server-kit/live/event-frame.ts'
import { lastEventId, streamResponse } from '#server-kit/live/event-stream.ts'
import type { OpenStreams, OpenStream } from '#server-kit/live/open-streams.ts'
import type { HasDatabase, HasLiveEvents, HasStreams } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import { lastSequence, requireAssigned } from './last-sequence.ts'

/** Time for which a reader waits before it reconnects, in milliseconds. */
const RETRY_MS = 1_000
const OF_THE_LIST = ['beforeSequence', 'limit', 'waitSeconds'] as const

/**
 * `GET /v1/org/events` with `Accept: text/event-stream`: the organization's live events, each with its sequence as
 * `id`. `Last-Event-ID`, or `afterSequence`, resumes without a missing or repeated event. The `last-event-id` header
 * of the response is the start of the stream. The stream ends within seconds once the key may no longer read it.
 * Source: profile 10, ADR 0017.
 *
 * @throws VALIDATION_FAILED for an invalid sequence, and for parameters that only apply to the list
 * @throws EVENT_CURSOR_AHEAD for a sequence that was never assigned
 * @throws RATE_LIMITED if the key has too many streams open
 * @throws UNAVAILABLE if the process is ending
 */
export async function streamEvents(
  ctx: HasDatabase & HasLiveEvents & HasStreams,
  caller: Caller,
  { query }: { query: z.output<typeof listEventsQuerySchema> },
  headers: Headers,
): Promise<Response> {
  for (const name of OF_THE_LIST) {
    if (query[name] !== undefined) throw fieldError(name, 'belongs to the list, not to the stream')
  }
  const afterSequence = lastEventId(headers, query.afterSequence)
  if (afterSequence !== undefined) await requireAssigned(ctx.db, afterSequence)
  const { stream, begunAt } = await beginStream(ctx, {
    streams: ctx.streams.ofKeys,
    owner: caller.keyId,
    organizationId: caller.organizationId,
    afterSequence,
    begin: (begun) => beginFrame(begun, RETRY_MS),
    frame: (event) =>
      query.type === undefined || query.type === event.type
        ? eventFrame({ id: event.sequence, event: event.type, data: event })
        : undefined,
  })
  return streamResponse(stream, { 'last-event-id': begunAt })
}

type StreamPlan = {
  streams: OpenStreams
  /** Id of the API key, or hash of the session, that reads the stream. */
  owner: string
  organizationId: string
  /** The last sequence that the reader has seen. If undefined, the stream only has events from now on. */
  afterSequence: string | undefined
  /** Returns the first frame, with the sequence after which the stream begins. */
  begin: (sequence: string) => string
  /** Returns the frame for an event, or undefined to send nothing. Called for one event at a time. */
  frame: (event: OrganizationEvent) => string | undefined | Promise<string | undefined>
}

/**
 * Opens a stream of an organization's events.
 *
 * @throws RATE_LIMITED if the owner has too many streams open
 * @throws UNAVAILABLE if the process is ending
 */
export async function beginStream(
  ctx: HasDatabase & HasLiveEvents,
  plan: StreamPlan,
): Promise<{ stream: OpenStream; begunAt: string }> {
  const { organizationId } = plan
  let unsubscribe: () => void = () => undefined
  let isOver = false
  const onEnd = () => {
    isOver = true
    unsubscribe()
  }
  const stream = plan.streams.open(plan.owner, { organizationId, onEnd })
  const send = async (event: OrganizationEvent) => {
    const frame = await plan.frame(event)
    if (frame !== undefined) stream.sendEvent(frame)
  }
  let sending = Promise.resolve()
  const onEvent = (event: OrganizationEvent) => {
    sending = sending.then(() => send(event)).catch(stream.fail)
  }
  try {
    // A sequence that was never assigned is replaced with the last one. `GET /v1/org/events` has refused such a
    // sequence before.
    const last = await lastSequence(ctx.db)
    const { afterSequence = last } = plan
    const begunAt = BigInt(afterSequence) > BigInt(last) ? last : afterSequence
    stream.send(plan.begin(begunAt))
    unsubscribe = await ctx.liveEvents.subscribe({ organizationId, afterSequence: begunAt, onEvent })
    // The reader may have disconnected during the wait.
    if (isOver) unsubscribe()
    return { stream, begunAt }
  } catch (cause) {
    stream.fail(cause)
    throw cause
  }
}
