import { EVENT_STREAM_HEADERS } from './event-frame.ts'
import type { OpenStream } from './open-streams.ts'
import { fieldError } from '#server-kit/http/validate.ts'

/** A sequence fits 63 bits. */
export const SEQUENCE = /^(0|[1-9][0-9]{0,17})$/

/** Whether a request asks for server-sent events. HEAD does not: its answer has no body. */
export function asksForStream(request: Request): boolean {
  const accepted = request.headers.get('accept') ?? ''
  return request.method === 'GET' && /(^|[,\s])text\/event-stream\s*(;|,|$)/i.test(accepted)
}

/**
 * The event that a reader goes on after: the header of one that comes back, else the one in its address. Browsers reuse
 * the address.
 *
 * @throws VALIDATION_FAILED for a header that is no sequence
 */
export function lastEventId(headers: Headers, inAddress: string | undefined): string | undefined {
  const given = headers.get('last-event-id') ?? ''
  if (given === '') return inAddress
  if (!SEQUENCE.test(given)) throw fieldError('Last-Event-ID', 'must be the id of an event of this stream')
  return given
}

export function streamResponse(stream: OpenStream, headers: Record<string, string> = {}): Response {
  return new Response(stream.frames, {
    headers: { ...EVENT_STREAM_HEADERS, ...headers },
  })
}
