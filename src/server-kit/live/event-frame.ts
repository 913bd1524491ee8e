/**
 * Headers of every response with server-sent events. Proxies must not cache, change or buffer the stream. Some compress
 * it, and hold events back until a block is full, unless `no-transform` forbids that (mpetrunic/fastify-sse-v2 8).
 */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
} as const

/** A frame that keeps the connection open through proxies. Readers ignore it. */
export const COMMENT_FRAME = ':\n\n'

/** Readers resume after the frame with this `id`. A frame without an `id` does not change their position. */
export type EventFrame = { id?: string | undefined; event: string; data: unknown }

/** One server-sent event. JSON contains no line breaks. Source: HTML, "Server-sent events". */
export function eventFrame({ id, event, data }: EventFrame): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/**
 * First frame of a stream. It has the browser's reconnection delay and the reader's initial position. A reader that
 * disconnects before the first event then misses nothing.
 */
export function beginFrame(position: string | undefined, retryMs: number): string {
  return `retry: ${retryMs}\n${position === undefined ? '' : `id: ${position}\n`}\n`
}
