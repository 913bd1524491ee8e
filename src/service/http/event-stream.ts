import { setInterval } from 'node:timers'
import { EVENT_STREAM_HEADERS } from '#shared/live/event-frame.ts'
import type { OpenStream, OpenStreamsOptions } from '#shared/live/open-streams.ts'
import { fieldError } from './validate.ts'

/** A sequence fits 63 bits. */
const PLACE = /^(0|[1-9][0-9]{0,17})$/

/** Whether a request asks for server-sent events. HEAD does not: nobody would read them. */
export function asksForStream(request: Request): boolean {
  const accepted = request.headers.get('accept') ?? ''
  return request.method === 'GET' && /(^|[,\s])text\/event-stream\s*(;|,|$)/i.test(accepted)
}

/**
 * The place a reader goes on from: the header of one that comes back, else what its address says. Browsers keep
 * the address.
 *
 * @throws VALIDATION_FAILED for a header that is no place
 */
export function resumePlace(headers: Headers, inAddress: string | undefined): string | undefined {
  const given = headers.get('last-event-id') ?? ''
  if (given === '') return inAddress
  if (!PLACE.test(given)) throw fieldError('Last-Event-ID', 'must be the id of an event of this stream')
  return given
}

/** The answer that a stream is read from. */
export function streamResponse(stream: OpenStream, headers: Record<string, string> = {}): Response {
  return new Response(ReadableStream.from(stream.frames), {
    headers: { ...EVENT_STREAM_HEADERS, ...headers },
  })
}

/** The timer of open streams; it keeps no process from ending. */
export const everyMs: OpenStreamsOptions['every'] = (periodMs, work) => {
  const timer = setInterval(work, periodMs)
  timer.unref()
  return () => clearInterval(timer)
}
