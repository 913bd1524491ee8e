import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** A reader of server-sent events. */
export type StreamReader = {
  status: number
  headers: Headers
  frames: EventSourceMessage[]
  /** Kind of the stream's end. Undefined while the stream is open. */
  ended: () => 'closed' | 'broken' | undefined
  whenEnded: Promise<void>
  /** Closes the stream. */
  leave: () => Promise<void>
}

/** Reads a response to its end. Only for a response that is a stream. */
export function readStream(
  response: Response,
  onFrame: (frame: EventSourceMessage) => void = () => undefined,
): StreamReader {
  const frames: EventSourceMessage[] = []
  const reader = response.body?.getReader()
  if (reader === undefined) throw new Error('The answer has no body')
  const parser = createParser({
    onEvent: (frame) => {
      frames.push(frame)
      onFrame(frame)
    },
  })
  const decoder = new TextDecoder()
  let ended: 'closed' | 'broken' | undefined
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
    }
  }
  const whenEnded = read().then(
    () => void (ended = 'closed'),
    () => void (ended = 'broken'),
  )
  return {
    status: response.status,
    headers: response.headers,
    frames,
    ended: () => ended,
    whenEnded,
    leave: () => reader.cancel(),
  }
}
