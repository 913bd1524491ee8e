import type * as z from 'zod/mini'
import { beginFrame, eventFrame } from '#server-kit/live/event-frame.ts'
import type { listEventsQuerySchema } from '#protocol/org/webhooks.ts'
import type { Caller, Context } from '#service/context.ts'
import { lastEventId, streamResponse } from '#server-kit/live/event-stream.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { beginStream } from './begin-stream.ts'

type Query = z.output<typeof listEventsQuerySchema>

/** How long a reader waits before it comes back. */
const RETRY_MS = 1_000
const OF_THE_LIST = ['beforeSequence', 'limit', 'waitSeconds'] as const

/**
 * `GET /v1/org/events` with `Accept: text/event-stream`: the organization's events as they happen, each with its
 * sequence as `id`. `Last-Event-ID`, or `afterSequence`, resumes without a gap or a repetition; the answer's
 * own `last-event-id` is where it begins. Ends within seconds when the key may no longer read it.
 * Source: profile 10, ADR 0017.
 *
 * @throws VALIDATION_FAILED for a sequence that cannot be one, and for parameters of the list alone
 * @throws RATE_LIMITED when the key has too many streams open, UNAVAILABLE when the process is ending
 */
export async function streamEvents(
  ctx: Context,
  caller: Caller,
  input: { query: Query; headers: Headers },
): Promise<Response> {
  const { query } = input
  for (const name of OF_THE_LIST) {
    if (query[name] !== undefined) throw fieldError(name, 'belongs to the list, not to the stream')
  }
  const { stream, begunAt } = await beginStream(ctx, {
    streams: ctx.streams.ofKeys,
    owner: caller.keyId,
    organizationId: caller.organizationId,
    afterSequence: lastEventId(input.headers, query.afterSequence),
    begin: (begun) => beginFrame(begun, RETRY_MS),
    frame: (event) =>
      query.type === undefined || query.type === event.type
        ? eventFrame({ id: event.sequence, event: event.type, data: event })
        : undefined,
  })
  return streamResponse(stream, { 'last-event-id': begunAt })
}
