/** Headers of every response with server-sent events. Proxies neither keep, change nor collect it. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
} as const

/** Keeps the connection open through proxies; readers ignore it. */
export const COMMENT_FRAME = ':\n\n'

/** `id` is what a reader names to go on after this frame; without one its position stays as it was. */
export type EventFrame = { id?: string | undefined; event: string; data: unknown }

/** One server-sent event; JSON has no line breaks of its own. Source: HTML, "Server-sent events". */
export function eventFrame({ id, event, data }: EventFrame): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/**
 * The first frame of a stream: the reader's position before any event has come, so that one who loses the
 * connection now misses nothing, and how long a browser waits before it asks again.
 */
export function beginFrame(position: string | undefined, retryMs: number): string {
  return `retry: ${retryMs}\n${position === undefined ? '' : `id: ${position}\n`}\n`
}
