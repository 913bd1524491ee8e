import { bytesFromText } from '#protocol/signing/utf8.ts'
import { rateLimited, shuttingDown } from '#server-kit/http/http-error.ts'
import { requestFields } from '#server-kit/http/request-scope.ts'
import { COMMENT_FRAME } from './event-frame.ts'

/**
 * Reason for the end of a stream: the reader disconnected or was too slow, the owner lost access, the process
 * is stopping, or the stream failed.
 */
export type StreamEnd = 'left' | 'slow' | 'refused' | 'stopped' | 'failed'

export type OpenStream = {
  send: (frame: string) => void
  /** Sends an event. The log line states how many events were sent. */
  sendEvent: (frame: string) => void
  /** Ends the stream after the sent frames. The reader reconnects. */
  fail: (cause: unknown) => void
  frames: FrameQueue['frames']
}

type NewStream = {
  /** Organization that owns the events. It is part of the log line. */
  organizationId: string
  /** Called exactly once. */
  onEnd: (end: StreamEnd) => void
}

export type OpenStreams = {
  /**
   * Opens a stream. One log line records its end. @throws RATE_LIMITED if the owner has the maximum number of
   * streams, UNAVAILABLE during shutdown
   */
  open: (owner: string, stream: NewStream) => OpenStream
  count: () => number
  /** Ends all streams after their sent frames and accepts no new ones, so that the listener can close. */
  endAll: () => void
}

export type OpenStreamsOptions = {
  perOwnerMax: number
  /** Returns the owners that still have access. */
  inForce: (owners: readonly string[]) => Promise<ReadonlySet<string>>
  /**
   * Repeats work and returns a function that stops it. Undefined uses a timer that does not keep the process
   * alive.
   */
  every?: (periodMs: number, work: () => void) => () => void
  log: Record<'info' | 'warn', (line: object, text: string) => void>
}

/** Interval between comments in milliseconds. Shorter than the idle timeouts of proxies and phones. */
const COMMENT_MS = 15_000
/**
 * Interval between checks of the owners, in milliseconds. A revoked key or ended session can read no longer than
 * this.
 */
const CHECK_MS = 2_000
/** Maximum buffered characters per stream, enough for thousands of events when a reader resumes. */
const WAITING_MAX = 2_000_000

type Entry = { owner: string; end: (end: StreamEnd) => void; queue: FrameQueue }

const everyMs: NonNullable<OpenStreamsOptions['every']> = (periodMs, work) => {
  const timer = setInterval(work, periodMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The open streams of a process. Each has an owner: a key or a session. */
export function createOpenStreams(options: OpenStreamsOptions): OpenStreams {
  const { every = everyMs, log } = options
  const entries = new Set<Entry>()
  let stopTimers: (() => void)[] = []
  let isEnding = false
  let isChecking = false

  const comment = () => {
    for (const entry of entries) if (!entry.queue.push(COMMENT_FRAME)) entry.end('slow')
  }
  const check = async () => {
    if (isChecking) return
    isChecking = true
    await endRefused(entries, options)
    isChecking = false
  }
  const watch = () => {
    if (entries.size > 0 && stopTimers.length === 0)
      stopTimers = [every(COMMENT_MS, comment), every(CHECK_MS, () => void check())]
    if (entries.size > 0) return
    for (const stop of stopTimers.splice(0)) stop()
  }

  const open = (owner: string, { organizationId, onEnd }: NewStream): OpenStream => {
    if (isEnding) throw shuttingDown()
    const ofOwner = [...entries].filter((entry) => entry.owner === owner).length
    if (ofOwner >= options.perOwnerMax) throw rateLimited(10_000)
    const record = recordStream(log, organizationId)
    const end = (reason: StreamEnd) => {
      if (!entries.delete(entry)) return
      entry.queue.end()
      watch()
      onEnd(reason)
      record.end(reason)
    }
    const queue = createFrameQueue(() => end('left'))
    const entry: Entry = { owner, end, queue }
    entries.add(entry)
    watch()
    const send = (frame: string) => {
      if (!queue.push(frame)) end('slow')
    }
    const sendEvent = (frame: string) => {
      if (!entries.has(entry)) return
      record.event()
      send(frame)
    }
    const fail = (cause: unknown) => {
      if (!entries.has(entry)) return
      record.failure(cause)
      end('failed')
    }
    return { send, sendEvent, fail, frames: queue.frames }
  }
  const endAll = () => {
    isEnding = true
    for (const entry of entries) entry.end('stopped')
  }
  return { open, count: () => entries.size, endAll }
}

/** Ends the streams of owners that lost access. */
async function endRefused(
  entries: ReadonlySet<Entry>,
  { inForce, log }: Pick<OpenStreamsOptions, 'inForce' | 'log'>,
): Promise<void> {
  try {
    const allowed = await inForce([...new Set([...entries].map(({ owner }) => owner))])
    for (const entry of entries) if (!allowed.has(entry.owner)) entry.end('refused')
  } catch (cause) {
    log.warn({ err: cause }, 'the access of open streams could not be checked')
  }
}

/** Logs the facts about one stream. */
function recordStream(log: OpenStreamsOptions['log'], organizationId: string) {
  const fields = { ...requestFields(), organizationId }
  const startedAt = performance.now()
  let events = 0
  return {
    event: () => void (events += 1),
    failure: (cause: unknown) =>
      log.warn({ ...fields, err: cause }, 'a stream could not go on; its reader comes back'),
    end: (end: StreamEnd) => {
      const seconds = Math.round((performance.now() - startedAt) / 1_000)
      log.info({ ...fields, end, events, seconds }, 'stream ended')
    },
  }
}

/** Text waiting for one reader. */
type FrameQueue = ReturnType<typeof createFrameQueue>

/**
 * A queue that the reader drains at its own pace. A reader that does not read is dropped. `onLeft` is called
 * once, when the reader has disconnected.
 */
function createFrameQueue(onLeft: () => void) {
  let waiting = ''
  let state: 'open' | 'ended' | 'slow' | 'left' = 'open'
  let wake: () => void = () => undefined
  const leave = () => {
    const wasOpen = state === 'open'
    state = 'left'
    waiting = ''
    wake()
    if (wasOpen) onLeft()
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    while (waiting === '' && state === 'open') {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    if (state === 'left') return
    if (waiting === '') return controller.close()
    controller.enqueue(bytesFromText(waiting))
    waiting = ''
  }
  return {
    /** Returns false if the reader has disconnected or is too slow and receives nothing more. */
    push: (frame: string) => {
      if (state !== 'open') return false
      const isTooMuch = waiting.length + frame.length > WAITING_MAX
      if (isTooMuch) state = 'slow'
      waiting = isTooMuch ? '' : waiting + frame
      wake()
      return !isTooMuch
    },
    /** Ends the stream after the buffered text has been read. */
    end: () => {
      if (state === 'open') state = 'ended'
      wake()
    },
    /**
     * UTF-8 for one reader. All buffered text is delivered at once. For a slow reader the stream ends, and the
     * reader resumes from its last event.
     */
    frames: new ReadableStream<Uint8Array>({ pull, cancel: leave }, { highWaterMark: 0 }),
  }
}
