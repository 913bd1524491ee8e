import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { beginFrame, eventFrame } from '#server-kit/live/event-frame.ts'
import { lastEventId, streamResponse } from '#server-kit/live/event-stream.ts'

/** Short, so that viewers do not notice a restart of the server. */
const RETRY_MS = 500

/**
 * The organization's events for a signed-in administrator's open pages, as server-sent events. Next to the events:
 * `state` (`{ state }`, how current this is), `changed` (another session changed something here) and `reset` (events were
 * missed); after both the page reads again. Ends within seconds when the session ends.
 */
export const followLive: ConsoleOperation<'followLive'> = async ({ ctx, exchange, session, query }) => {
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
