import { bytesFromText } from '#protocol/signing/utf8.ts'
import { apiError, rateLimited } from '#server-kit/http/http-error.ts'
import { requestFields } from '#server-kit/http/request-scope.ts'
import { COMMENT_FRAME } from './event-frame.ts'

/**
 * Why a stream ended: its reader disconnected or did not read, its owner may no longer, the process ends, or it could not
 * go on.
 */
export type StreamEnd = 'left' | 'slow' | 'refused' | 'stopped' | 'failed'

export type OpenStream = {
  send: (frame: string) => void
  /** The same of an event: the log says how many there were. */
  sendEvent: (frame: string) => void
  /** Ends after what was sent: the reader comes back. */
  fail: (cause: unknown) => void
  frames: FrameQueue['frames']
}

type NewStream = {
  /** The owner of the events, for the log. */
  organizationId: string
  /** Called once. */
  onEnd: (end: StreamEnd) => void
}

export type OpenStreams = ReturnType<typeof createOpenStreams>

export type OpenStreamsOptions = {
  perOwnerMax: number
  /** Which of these owners may still read. */
  inForce: (owners: readonly string[]) => Promise<ReadonlySet<string>>
  /** Repeats work and returns the function that ends it. Undefined uses a timer that keeps no process from ending. */
  every?: (periodMs: number, work: () => void) => () => void
  log: Record<'info' | 'warn', (line: object, text: string) => void>
}

/** Below what proxies and phones take for dead. */
const COMMENT_MS = 15_000
/** How long a revoked key or an ended session may still read, at most. */
const CHECK_MS = 2_000
/** Characters, some thousands of events: a reader that was away for long may need them at once. */
const WAITING_MAX = 2_000_000

type Entry = { owner: string; end: (end: StreamEnd) => void; queue: FrameQueue }

const everyMs: NonNullable<OpenStreamsOptions['every']> = (periodMs, work) => {
  const timer = setInterval(work, periodMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The streams that a process has open, each of an owner: a key or a session. */
export function createOpenStreams(options: OpenStreamsOptions) {
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

  /** One log line records its end. @throws RATE_LIMITED for an owner of as many as one may have, UNAVAILABLE at the end */
  const open = (owner: string, { organizationId, onEnd }: NewStream): OpenStream => {
    if (isEnding) throw apiError('UNAVAILABLE', 'This process is ending', { headers: { 'retry-after': '1' } })
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
  /** Ends all of them after what was sent, and lets no other begin: the listener can close. */
  const endAll = () => {
    isEnding = true
    for (const entry of entries) entry.end('stopped')
  }
  return { open, count: () => entries.size, endAll }
}

/** Ends those whose owner may read no longer. */
async function endRefused(
  entries: ReadonlySet<Entry>,
  { inForce, log }: Pick<OpenStreamsOptions, 'inForce' | 'log'>,
): Promise<void> {
  try {
    const allowed = await inForce([...new Set([...entries].map(({ owner }) => owner))])
    for (const entry of entries) if (!allowed.has(entry.owner)) entry.end('refused')
  } catch (cause) {
    log.warn({ err: cause }, 'it could not be checked whose streams may go on')
  }
}

/** The logged facts about one stream. */
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

/** Text on its way to one reader. */
type FrameQueue = ReturnType<typeof createFrameQueue>

/**
 * A queue that a reader empties at its own pace; one who does not read is dropped and never buffered for. `onLeft`: called
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
    /** `false` when the reader has disconnected or is too slow: nothing reaches it any more. */
    push: (frame: string) => {
      if (state !== 'open') return false
      const isTooMuch = waiting.length + frame.length > WAITING_MAX
      if (isTooMuch) state = 'slow'
      waiting = isTooMuch ? '' : waiting + frame
      wake()
      return !isTooMuch
    },
    /** Ends once everything that waits has been read. */
    end: () => {
      if (state === 'open') state = 'ended'
      wake()
    },
    /** UTF-8, for one reader. All that waits comes at once. For one who was too slow it ends: they resume from what they have. */
    frames: new ReadableStream<Uint8Array>({ pull, cancel: leave }, { highWaterMark: 0 }),
  }
}
