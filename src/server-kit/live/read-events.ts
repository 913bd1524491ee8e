import { createParser } from 'eventsource-parser'
import { withDeadline } from '#server-kit/http/deadline.ts'

/** Maximum time without data, in milliseconds. Our streams send at least a comment every 15 seconds. */
const SILENCE_MS_MAX = 40_000
/** Maximum characters without a complete event. No event of ours is longer. */
const UNREAD_MAX = 1_000_000

type Reading = {
  signal: AbortSignal
  onEvent: (event: { id?: string | undefined; data: string }) => void
}

/**
 * Reads server-sent events until the stream ends or `signal` is aborted.
 *
 * @throws Error if the connection is lost or silent, or if too much data arrives without an event
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { signal, onEvent }: Reading,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let unread = 0
  const parser = createParser({
    onEvent: (event) => {
      unread = 0
      onEvent(event)
    },
    onComment: () => void (unread = 0),
  })
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      const { done, value } = await withDeadline(SILENCE_MS_MAX, () => reader.read())
      if (done) return
      unread += value.byteLength
      if (unread > UNREAD_MAX) throw new Error('The service sent too much without an event')
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
