import { EVENT_ID_PROBLEM, eventIdSchema } from '#protocol/event-id.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { EVENT_STREAM_HEADERS } from './event-frame.ts'
import type { OpenStream } from './open-streams.ts'

/** Whether a request asks for server-sent events. HEAD does not, because its response has no body. */
export function asksForStream(request: Request): boolean {
  const accepted = request.headers.get('accept') ?? ''
  return request.method === 'GET' && /(^|[,\s])text\/event-stream\s*(;|,|$)/i.test(accepted)
}

/**
 * Returns the id of the event after which to resume: from the header of a reconnecting reader, or from the URL.
 * Browsers reuse the URL when they reconnect, so the header takes precedence.
 *
 * @throws VALIDATION_FAILED if the header is not a sequence number
 */
export function lastEventId(headers: Headers, inAddress: string | undefined): string | undefined {
  const given = headers.get('last-event-id') ?? ''
  if (given === '') return inAddress
  if (!eventIdSchema.safeParse(given).success) throw fieldError('Last-Event-ID', EVENT_ID_PROBLEM)
  return given
}

export function streamResponse(stream: OpenStream, headers: Record<string, string> = {}): Response {
  return new Response(stream.frames, {
    headers: { ...EVENT_STREAM_HEADERS, ...headers },
  })
}
