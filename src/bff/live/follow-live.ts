import type { HasLive, HasStreams } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { beginFrame, eventFrame } from '#server-kit/live/event-frame.ts'
import { lastEventId, streamResponse } from '#server-kit/live/event-stream.ts'

/** Reconnection delay of pages in milliseconds. Short, so that viewers do not notice a restart of the server. */
const RETRY_MS = 500

/**
 * Streams the organization's events to open pages of signed-in people, as server-sent events. Also sends `state` (`{
 * state }`: how current the events are), `changed` (another session changed something in the console) and `reset`
 * (events were missed). After `changed` and `reset` the page reads everything again. The stream ends within seconds
 * when the session ends.
 */
export const followLive: ConsoleOperation<'followLive', HasLive & HasStreams> = async ({
  ctx,
  exchange,
  session,
  query,
}) => {
  const { raw } = exchange.req
  // A response to HEAD has no body.
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
  // The page keeps its last event id, because this frame repeats it until the first event arrives from the service.
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
  // The listener may already have ended because it received too many events.
  if (isOver) leave()
  return streamResponse(stream)
}
